import type { App } from '#platform/app';
import type { View } from '#platform/work';
import { requireEpoch } from './epochs.service.ts';
import { readForAll } from './replay.service.ts';

/** Starts comparing the event log with what was announced (`platform/announcer.ts`). */
export async function startAnnouncing(app: App): Promise<void> {
  await requireEpoch(app);
  await app.announcer.start((ids) => readForAll(viewOf(app), ids, app.hub.userids));
}

/** Nobody's: who sees what is asked for each receiver. */
const viewOf = (app: App): View => ({
  tx: app.db,
  app,
  now: new Date(),
  caller: {
    userid: 0,
    deviceId: 0,
    identity: [],
    nickname: '',
    tel: '',
    isBot: false,
    lang: 'en',
    fd: '',
    ip: '',
    userAgent: '',
    token: '',
  },
});

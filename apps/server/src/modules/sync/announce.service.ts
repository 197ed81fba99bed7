import type { App } from '#platform/app';
import { viewFor } from '#platform/work';
import { requireEpoch } from './epochs.service.ts';
import { followEpochs } from './failover.service.ts';
import { readForAll } from './replay.service.ts';

/** Starts comparing the event log with the announced events (`platform/events/announcer.ts`). */
export async function startAnnouncing(app: App): Promise<void> {
  await requireEpoch(app);
  await followEpochs(app);
  // The view has no person, because visibility is checked for each receiver.
  await app.announcer.start((ids) => readForAll(viewFor(app), ids, app.hub.userids));
}

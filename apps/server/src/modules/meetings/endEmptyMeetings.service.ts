import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { performWork } from '#platform/work';
import { endMeeting } from './endMeeting.service.ts';
import * as queries from './meetings.queries.ts';
import { roomsOf } from './rooms.service.ts';

/** An empty meeting lasts this long, because a participant may be on the way, or return after a server restart. */
const QUIET_MS = 10 * 60_000;

/**
 * Runs every ten minutes: also ends meetings that a stopped server left behind. Active meetings are marked, so that
 * other servers leave them alone.
 */
export async function endMeetings(app: App, now = new Date()): Promise<void> {
  const present = roomsOf(app).present();
  if (present.length > 0) await queries.touchMeetings(app.db, present, now);
  for (const id of await queries.listQuiet(app.db, new Date(now.getTime() - QUIET_MS))) {
    try {
      await performWork(app, systemCaller, (work) => endMeeting({ ...work, now }, id));
    } catch (error) {
      app.log.error({ err: error, meeting: id }, 'could not end a meeting');
    }
  }
  await queries.forgetExpired(app.db, now);
}

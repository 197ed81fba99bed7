import { nobody } from '#modules/users/bots.service';
import type { App } from '#platform/app';
import { performWork } from '#platform/work';
import { endMeeting } from './endMeeting.service.ts';
import * as queries from './meetings.queries.ts';
import { roomsOf } from './rooms.service.ts';

/** Somebody may be on the way, or the server was started again and they come back. */
const QUIET_MS = 10 * 60_000;

/**
 * Every ten minutes: what was left without a server that saw it is ended too. What goes on is noted, so that another
 * server leaves it alone.
 */
export async function endMeetings(app: App, now = new Date()): Promise<void> {
  const present = roomsOf(app).present();
  if (present.length > 0) await queries.touchMeetings(app.db, present, now);
  for (const id of await queries.listQuiet(app.db, new Date(now.getTime() - QUIET_MS))) {
    try {
      await performWork(app, nobody, (work) => endMeeting({ ...work, now }, id));
    } catch (error) {
      app.log.error({ err: error, meeting: id }, 'a meeting did not end');
    }
  }
  await queries.forgetExpired(app.db, now);
}

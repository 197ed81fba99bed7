import { randomInt } from 'node:crypto';
import type { Work } from '#platform/work';
import { insertMeeting, type MeetingRow } from './meetings.queries.ts';
import { channelOf } from './tickets.ts';

/** Creates a meeting of the caller, with a number of its own. */
export async function createMeeting(
  { tx, app, caller }: Work,
  { name, dialog_id = null, is_lasting = false }: { name: string; dialog_id?: number | null; is_lasting?: boolean },
): Promise<MeetingRow> {
  for (;;) {
    const meetingid = String(randomInt(10_000_000_000, 100_000_000_000));
    const channel = await channelOf(app, meetingid);
    const row = await insertMeeting(tx, { meetingid, name, channel, userid: caller.userid, dialog_id, is_lasting });
    if (row) return row;
  }
}

import { meetingNumber } from '@atrium/contract/chat/meetings.ts';
import { settingSection } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';
import { findMeeting, isCodeLive, type MeetingRow } from './meetings.queries.ts';

export const SECTION = 'meeting';
export interface Kept {
  open?: 'open' | 'close';
}
/** Nothing has to be set up for it: it is open until somebody closes it. */
export const isMeetingOpen = async (app: App): Promise<boolean> =>
  (await settingSection<Kept>(app, SECTION, {})).open !== 'close';

/**
 * A meeting that goes on, for somebody who is signed in and knows its number, or for anybody with a code of its that
 * counts.
 *
 * @throws auth.required, meeting.gone, meeting.link, meeting.ended, meeting.closed
 */
export async function meetingFor(view: View, number: string, sharekey = ''): Promise<MeetingRow> {
  const { tx, caller, app, now } = view;
  const meetingid = meetingNumber(number);
  if (!sharekey && caller.userid === 0) throw fail('auth.required');
  const found = meetingid ? await findMeeting(tx, meetingid) : undefined;
  if (sharekey) {
    // Guessing codes must not reveal which meetings exist.
    if (!found || !(await isCodeLive(tx, found.id, tokenHash(sharekey), now))) throw fail('meeting.link');
  } else if (!found) throw fail('meeting.gone');
  if (found.end_at) throw fail('meeting.ended');
  if (!(await isMeetingOpen(app))) throw fail('meeting.closed');
  return found;
}

import { meetingNumber } from '@atrium/contract/chat/meetings.ts';
import { settingSection } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';
import { findMeeting, isCodeLive, type MeetingRow } from './meetings.queries.ts';

export const SECTION = 'meeting';
export interface StoredMeetingSetting {
  open?: 'open' | 'close';
}
/** True unless an administrator has disabled meetings; they need no setup. */
export const isMeetingOpen = async (app: App): Promise<boolean> =>
  (await settingSection<StoredMeetingSetting>(app, SECTION, {})).open !== 'close';

/**
 * Finds an active meeting, for a signed-in caller who knows its number, or for anybody with a valid code for it.
 *
 * @throws auth.required, meeting.gone, meeting.link, meeting.ended, meeting.closed
 */
export async function meetingFor(view: View, number: string, sharekey = ''): Promise<MeetingRow> {
  const { tx, caller, app, now } = view;
  const meetingid = meetingNumber(number);
  if (!sharekey && caller.userid === 0) throw fail('auth.required');
  const found = meetingid ? await findMeeting(tx, meetingid) : undefined;
  if (sharekey) {
    // The error is the same, so that guessing codes does not reveal which meetings exist.
    if (!found || !(await isCodeLive(tx, found.id, tokenHash(sharekey), now))) throw fail('meeting.link');
  } else if (!found) throw fail('meeting.gone');
  if (found.end_at) throw fail('meeting.ended');
  if (!(await isMeetingOpen(app))) throw fail('meeting.closed');
  return found;
}

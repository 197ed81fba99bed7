import { changeMeetingCards } from '#modules/messages/cards/meetingCards.service';
import type { Work } from '#platform/work';
import { presentMeeting } from './meetings.present.ts';
import { markEnded } from './meetings.queries.ts';

/** Ends an empty meeting and updates its cards. A second call changes nothing. */
export async function endMeeting(work: Work, meetingId: number): Promise<void> {
  const row = await markEnded(work.tx, meetingId, work.now);
  if (row) await changeMeetingCards(work, row.meetingid, { ...presentMeeting(row) });
}

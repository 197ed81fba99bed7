import { changeMeetingCards } from '#modules/messages/cards/meetingCards.service';
import type { Work } from '#platform/work';
import { presentMeeting } from './meetings.present.ts';
import { markEnded } from './meetings.queries.ts';

/** Nobody is there any more: the cards say so. Ended twice, it ended the first time. */
export async function endMeeting(work: Work, meetingId: number): Promise<void> {
  const row = await markEnded(work.tx, meetingId, work.now);
  if (row) await changeMeetingCards(work, row.meetingid, { ...presentMeeting(row) });
}

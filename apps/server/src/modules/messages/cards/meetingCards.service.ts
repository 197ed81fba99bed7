import { messageUpdated } from '@atrium/contract/chat/messages.ts';
import type { Work } from '#platform/work';
import { listMeetingCards, storeMsgs } from './polls.queries.ts';

/** Updates every card of a meeting, forwarded ones too. */
export async function changeMeetingCards(work: Work, meetingid: string, msg: Record<string, unknown>): Promise<void> {
  const rows = await listMeetingCards(work.tx, meetingid);
  if (rows.length === 0) return;
  await storeMsgs(
    work.tx,
    rows.map((row) => row.id),
    msg,
    work.now,
  );
  for (const { id, dialog_id, version } of rows) {
    work.emit(messageUpdated, { aud: 'dialog', ref: dialog_id, version }, { id, dialog_id, msg });
  }
}

import { messageUpdated } from '@atrium/contract/chat/messages.ts';
import { sql } from 'kysely';
import type { Work } from '#platform/work';
import { storeMsgs } from './polls.queries.ts';

/** Every card of a meeting says what is so of it now, those that were sent on too. */
export async function changeMeetingCards(work: Work, meetingid: string, msg: Record<string, unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; dialog_id: number; version: number }>`
    select m.id, m.dialog_id, d.member_version as version from messages m join dialogs d on d.id = m.dialog_id
    where m.msg ->> 'meetingid' = ${meetingid} and m.type = 'meeting' and m.deleted_at is null
    order by m.id for update of m`.execute(work.tx);
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

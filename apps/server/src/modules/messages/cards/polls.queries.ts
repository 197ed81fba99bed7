import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { DB } from '#platform/db/types';
import type { MessageRow } from '../messages.queries.ts';

/**
 * Locks and lists every message with this poll or sign-up list, oldest first. The lock is on its uuid, because waiting
 * for a row would miss a newer message sent meanwhile.
 */
export async function lockByUuid(
  tx: Transaction<DB>,
  type: 'vote' | 'word-chain',
  uuid: string,
): Promise<MessageRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${uuid}, 0))`.execute(tx);
  const { rows } = await sql<MessageRow>`select * from messages
    where msg ->> 'uuid' = ${uuid} and type in ('vote', 'word-chain') and type = ${type} and deleted_at is null
    order by id for update`.execute(tx);
  return rows;
}

export async function storeMsgs(tx: Transaction<DB>, ids: readonly number[], msg: unknown, now: Date): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ msg: JSON.stringify(msg), updated_at: now })
    .where('id', 'in', [...ids])
    .execute();
}

export async function updateCardContent(db: Writer, fresh: string, dialogId: number, id: number): Promise<void> {
  await sql`
    update messages set msg = jsonb_set(msg, '{data}', (msg -> 'data') - '{type,mtype,msg}'::text[] || ${fresh}::jsonb)
    where dialog_id = ${dialogId} and mtype in ('tag', 'top', 'todo') and mtype <> 'text' and deleted_at is null
      and msg #>> '{data,id}' = ${String(id)}`.execute(db);
}

export async function listMeetingCards(db: Writer, meetingid: string) {
  const { rows } = await sql<{ id: number; dialog_id: number; version: number }>`
    select m.id, m.dialog_id, d.member_version as version from messages m join dialogs d on d.id = m.dialog_id
    where m.msg ->> 'meetingid' = ${meetingid} and m.type = 'meeting' and m.deleted_at is null
    order by m.id for update of m`.execute(db);
  return rows;
}

/** Replaces fields of messages by those of `patch`. The objects below `data` are merged. */
export async function patchMsgs(
  db: Writer,
  ids: readonly number[],
  { data, ...patch }: Record<string, unknown>,
  now: Date,
) {
  const { rows } = await sql<{ id: number; dialog_id: number; version: number; msg: Record<string, unknown> }>`
    update messages m set updated_at = ${now}, msg = m.msg || ${JSON.stringify(patch)}::jsonb
      || jsonb_build_object('data', coalesce(m.msg -> 'data', '{}'::jsonb) || ${JSON.stringify(data ?? {})}::jsonb)
    from dialogs d where d.id = m.dialog_id and m.id = any(${[...ids]}::int[]) and m.deleted_at is null
    returning m.id, m.dialog_id, d.member_version as version, m.msg`.execute(db);
  return rows;
}

import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#platform/db/types';
import type { MessageRow } from '../messages.queries.ts';

/**
 * Every message that carries a vote or word-chain, oldest first, nobody else changing it: the lock is on its name,
 * because who waits for a row would not see the newer message that was sent meanwhile.
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

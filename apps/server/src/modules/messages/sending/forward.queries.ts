import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { DB } from '#platform/db/types';

type Tx = Transaction<DB>;

/** Copies the full version of a long text. */
export const copyFullText = (tx: Writer, from: number, to: number) =>
  sql`insert into message_texts (msg_id, type, content) select ${to}, type, content from message_texts where msg_id = ${from}`.execute(
    tx,
  );

export const storeFullText = (tx: Tx, msgId: number, full: { type: string; content: string }) =>
  tx
    .insertInto('message_texts')
    .values({ msg_id: msgId, ...full })
    .execute();

export async function countForwards(tx: Writer, ids: readonly number[], by: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; forward_num: number }>`
    update messages set forward_num = forward_num + ${by} where id = any(${[...ids]}::int[]) returning id, forward_num`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, row.forward_num]));
}

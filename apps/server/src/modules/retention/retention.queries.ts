import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

/** The kind of a chat, as in `RETENTION_KINDS`. */
const kindOf = sql`case when d.type = 'user' then 'user'
  when d.group_type in ('project', 'task', 'department', 'all') then d.group_type else 'group' end`;

/** Messages of a kind of chat from before a day, in the order of their ids. Most are old: read by id, without an index. */
export async function listExpired(
  tx: Reader,
  { kind, before, after, limit }: { kind: string; before: Date; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from messages m join dialogs d on d.id = m.dialog_id
    where m.id > ${after} and m.deleted_at is null and m.created_at < ${before} and ${kindOf} = ${kind}
    order by m.id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

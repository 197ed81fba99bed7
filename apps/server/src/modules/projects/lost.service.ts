import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { Work } from '#platform/work';

type Tx = Work['tx'];

/** Remembers who lost what, so that a client which was away learns what to drop (`deleted_id`). */
export async function markLost(
  tx: Writer,
  type: 'project' | 'projectTask',
  refs: readonly number[],
  userids: readonly number[],
): Promise<void> {
  if (refs.length === 0 || userids.length === 0) return;
  await sql`insert into lost_ids (userid, type, ref) select u, ${type}, r from unnest(${userids}::int[]) u, unnest(${refs}::int[]) r
    on conflict (userid, type, ref) do update set at = now()`.execute(tx);
}
export async function clearLost(
  tx: Tx,
  type: 'project' | 'projectTask',
  refs: readonly number[],
  userids?: readonly number[],
): Promise<void> {
  if (refs.length === 0) return;
  let query = tx
    .deleteFrom('lost_ids')
    .where('type', '=', type)
    .where('ref', 'in', [...refs]);
  if (userids) query = query.where('userid', 'in', userids.length ? [...userids] : [0]);
  await query.execute();
}

import type { Writer } from '#platform/db/pool';
import type { Work } from '#platform/work';
import { deleteLost, insertLost } from '../projects.queries.ts';

type Tx = Work['tx'];

/** Records what each person lost, so that a client that was offline learns what to drop (`deleted_id`). */
export async function markLost(
  tx: Writer,
  type: 'project' | 'projectTask',
  refs: readonly number[],
  userids: readonly number[],
): Promise<void> {
  if (refs.length === 0 || userids.length === 0) return;
  await insertLost(tx, type, userids, refs);
}

export async function clearLost(
  tx: Tx,
  type: 'project' | 'projectTask',
  refs: readonly number[],
  userids?: readonly number[],
): Promise<void> {
  if (refs.length === 0) return;
  await deleteLost(tx, type, refs, userids);
}

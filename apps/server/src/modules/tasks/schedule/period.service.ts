import type { Reader } from '#platform/db/pool';
import { listOwnTasks, type OwnTasks } from './period.queries.ts';

type Tx = Reader;

/** A person's own tasks by their state from `from` until before `to`; canceled ones are left out. */
export async function ownTasksIn(
  tx: Tx,
  userid: number,
  { from, to, next, canceled }: { from: Date; to: Date; next: Date; canceled: readonly string[] },
): Promise<OwnTasks> {
  const rows = await listOwnTasks(tx, from, to, next, userid, canceled);
  const of = (part: keyof OwnTasks) => rows.filter((row) => row.part === part);
  return { done: of('done'), open: of('open'), next: of('next') };
}

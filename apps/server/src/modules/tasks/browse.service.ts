import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/taskMore.ts';
import { sql } from 'kysely';
import { wireTime } from '#platform/time';
import type { View, Work } from '#platform/work';
import { taskFor } from './tasks.access.ts';
import { listTaskViews } from './tasks.queries.ts';

const KEPT = 100;
const SHOWN = 20;

export async function saveBrowse(work: Work, { task_id }: InputOf<typeof contract.taskBrowseSave>) {
  await taskFor(work, task_id);
  const { userid } = work.caller;
  await sql`
    insert into task_browses (userid, task_id, browsed_at) values (${userid}, ${task_id}, ${work.now})
    on conflict (userid, task_id) do update set browsed_at = excluded.browsed_at`.execute(work.tx);
  await sql`
    delete from task_browses where userid = ${userid} and browsed_at < (
      select browsed_at from task_browses where userid = ${userid} order by browsed_at desc offset ${KEPT - 1} limit 1
    )`.execute(work.tx);
  return {};
}

/** What one may not see any more is left out like what is put away. */
export async function listBrowsed(view: View, { limit = SHOWN }: InputOf<typeof contract.taskBrowse>) {
  const rows = await view.tx
    .selectFrom('task_browses')
    .select('task_id')
    .where('userid', '=', view.caller.userid)
    .orderBy('browsed_at', 'desc')
    .limit(KEPT)
    .execute();
  const ids = rows.map((row) => row.task_id);
  const tasks = await listTaskViews(view.tx, view.caller.userid, { ids, archived: 'no', limit: KEPT });
  const known = new Map(tasks.map((task) => [task.id, task]));
  return ids
    .flatMap((id) => known.get(id) ?? [])
    .slice(0, limit)
    .map(({ id, name, project_id, column_id, parent_id, flow_item_id, flow_item_name, complete_at, archived_at }) => ({
      id,
      name,
      project_id,
      column_id,
      parent_id,
      flow_item_id,
      flow_item_name,
      complete_at: wireTime(complete_at),
      archived_at: wireTime(archived_at),
    }));
}

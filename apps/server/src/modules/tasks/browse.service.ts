import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/taskMore.ts';
import type { Task } from '@atrium/contract/tasks.ts';
import { sql } from 'kysely';
import { wireTime } from '#platform/time';
import type { View, Work } from '#platform/work';
import { taskFor } from './tasks.access.ts';
import { presentTask } from './tasks.present.ts';
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

/** 0 keeps none. */
export async function cleanBrowsed(work: Work, { keep_count = KEPT }: InputOf<typeof contract.taskBrowseClean>) {
  const { userid } = work.caller;
  const { rows } = await sql`
    delete from task_browses where userid = ${userid} and task_id not in (
      select task_id from task_browses where userid = ${userid} order by browsed_at desc, task_id desc limit ${keep_count})
    returning task_id`.execute(work.tx);
  return { deleted_count: rows.length };
}

/** What one may not see any more is left out like what is put away. */
export async function listBrowsed(view: View, { limit = SHOWN }: InputOf<typeof contract.taskBrowse>) {
  const rows = await view.tx
    .selectFrom('task_browses')
    .select(['task_id', 'browsed_at'])
    .where('userid', '=', view.caller.userid)
    .orderBy('browsed_at', 'desc')
    .limit(KEPT)
    .execute();
  const ids = rows.map((row) => row.task_id);
  const tasks = await listTaskViews(view.tx, view.caller.userid, { ids, archived: 'no', limit: KEPT });
  const known = new Map(tasks.map((task) => [task.id, presentTask(task, view.caller.userid, view.now)]));
  return rows
    .flatMap(({ task_id, browsed_at }) => {
      const task = known.get(task_id);
      return task ? [{ ...shown(task), browsed_at: wireTime(browsed_at) }] : [];
    })
    .slice(0, limit);
}

const shown = (task: Task) => ({
  id: task.id,
  name: task.name,
  project_id: task.project_id,
  column_id: task.column_id,
  parent_id: task.parent_id,
  flow_item_id: task.flow_item_id,
  flow_item_name: task.flow_item_name,
  flow_item_status: task.flow_item_status,
  flow_item_color: task.flow_item_color,
  complete_at: task.complete_at,
  archived_at: task.archived_at,
});

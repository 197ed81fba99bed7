import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/projects/taskExtras.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { forgetLooks, KEPT, listRecentViews, recordView } from '#modules/recents/note.service';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { taskFor, viewerOf } from '../tasks.access.ts';
import { presentTask } from '../tasks.present.ts';
import { listTaskViews } from '../tasks.queries.ts';

const SHOWN = 20;

export async function saveBrowse(work: Work, { task_id }: InputOf<typeof contract.taskBrowseSave>) {
  await taskFor(work, task_id);
  await recordView(work.tx, { userid: work.caller.userid, type: 'task', target_id: task_id }, work.now);
  return {};
}

/** Deletes all but the newest `keep_count` records; 0 deletes all. */
export async function cleanBrowsed(work: Work, { keep_count = KEPT }: InputOf<typeof contract.taskBrowseClean>) {
  return { deleted_count: await forgetLooks(work.tx, work.caller.userid, keep_count) };
}

/** Tasks that are no longer accessible are left out like archived ones. */
export async function listBrowsed(view: View, { limit = SHOWN }: InputOf<typeof contract.taskBrowse>) {
  const rows = await listRecentViews(view.tx, view.caller.userid, 'task');
  const ids = rows.map((row) => row.target_id);
  const tasks = await listTaskViews(view.tx, await viewerOf(view), { ids, archived: 'no', limit: KEPT });
  const known = new Map(tasks.map((task) => [task.id, presentTask(task, view.caller.userid, view.now)]));
  return rows
    .flatMap(({ target_id, browsed_at }) => {
      const task = known.get(target_id);
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

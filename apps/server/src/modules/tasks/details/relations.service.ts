import type { InputOf } from '@atrium/contract/kit.ts';
import { decodeStatus } from '@atrium/contract/projects/flows.ts';
import * as contract from '@atrium/contract/projects/taskLinks.ts';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { requireTaskPermission, taskFor, viewerOf } from '../tasks.access.ts';
import { emitTask, refOf } from '../tasks.events.ts';
import { listTaskViews, type TaskRow } from '../tasks.queries.ts';
import { deleteRelations, findTaskOfDialog, insertRelations, listRelations } from './relations.queries.ts';

/** The number of mentions in one text that count as relations: a text with more is a list. */
const MAX_NAMED = 20;
const SHOWN = 100;

/**
 * Records relations of a task to the tasks that its text mentions, in both directions. Tasks that the author may not
 * see are ignored, so that guessing ids reveals nothing.
 */
export async function relateTasks(work: Work, task: TaskRow, named: readonly number[], msgId = 0): Promise<void> {
  const ids = named.filter((id) => id !== task.id).slice(0, MAX_NAMED);
  if (ids.length === 0) return;
  const others = await listTaskViews(work.tx, work.caller.userid, { ids, archived: 'all' });
  if (others.length === 0) return;
  // The rows are in one order for both directions, to avoid deadlocks.
  await insertRelations(
    work.tx,
    msgId,
    work.now,
    task.id,
    others.map(({ id }) => id),
  );
  for (const each of [task, ...others]) {
    await emitTask(work, contract.taskRelationChanged, each, refOf(each));
  }
}

/** Does the same for a message in a task's conversation. */
export async function relateByDialog(work: Work, dialogId: number, named: readonly number[], msgId: number) {
  if (named.length === 0) return;
  const task = await findTaskOfDialog(work.tx, dialogId);
  if (task) await relateTasks(work, task, named, msgId);
}

export async function listRelated(view: View, { task_id }: InputOf<typeof contract.taskRelated>) {
  await taskFor(view, task_id, { archived: true });
  const rows = await listRelations(view.tx, task_id, SHOWN);
  const ids = rows.map((row) => row.related_task_id);
  const tasks = await listTaskViews(view.tx, await viewerOf(view), { ids, archived: 'all', limit: SHOWN });
  const known = new Map(tasks.map((task) => [task.id, task]));
  return {
    task_id,
    list: rows.flatMap((row) => {
      const task = known.get(row.related_task_id);
      if (!task) return [];
      const { id, name, project_id, project_name, column_id, column_name, flow_item_name } = task;
      const { status, color } = decodeStatus(flow_item_name);
      return [
        {
          ...row,
          latest_at: wireTime(row.latest_at),
          task: {
            id,
            name,
            project_id,
            project_name,
            column_id,
            column_name,
            complete_at: wireTime(task.complete_at),
            archived_at: wireTime(task.archived_at),
            flow_item_name,
            flow_item_status: status,
            flow_item_color: color,
          },
        },
      ];
    }),
  };
}

export async function unrelateTasks(work: Work, input: InputOf<typeof contract.taskUnrelate>) {
  const { task_id, related_task_id } = input;
  const task = await taskFor(work, task_id);
  if (task.is_guest || task.people.some((person) => person.owner === 1))
    await requireTaskPermission(work, task, 'task_update');
  const other = await taskFor(work, related_task_id);
  await deleteRelations(work.tx, task_id, related_task_id);
  for (const each of [task, other]) {
    await emitTask(work, contract.taskRelationChanged, each, refOf(each));
  }
  return { task_id, related_task_id };
}

import type { FlowItem } from '@atrium/contract/projects/flows.ts';
import type { HandoffSource } from '@atrium/contract/projects/handoffs.ts';
import * as contract from '@atrium/contract/projects/tasks.ts';
import { logChange } from '#modules/projects/log.service';
import { recordHolders } from '#modules/projects/members/holders.service';
import { projectWith } from '#modules/projects/projects.access';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { copyTaskFiles } from '../details/files.service.ts';
import { enqueueTaskNotifications, newTaskNotifications } from '../reading/notifications.service.ts';
import { taskFor } from '../tasks.access.ts';
import { announceTask, announceView, readBack } from '../tasks.events.ts';
import { presentTask } from '../tasks.present.ts';
import { listSubtasks, type TaskRow } from '../tasks.queries.ts';
import {
  copyLatestContent,
  insertSubtaskCopies,
  setTaskCompleted,
  setTaskDesc,
  setTaskStatus,
} from './copy.queries.ts';
import { insertTask, loadWithinLimits } from './create.service.ts';
import { type Place, type PlaceInput, placeFor, statusOf } from './place.service.ts';

/** Copies a task with its description, people, files and subtasks; tags and conversation are not copied. */
export async function copyTask(work: Work, input: PlaceInput) {
  const source = await taskFor(work, input.task_id, { need: 'task_move' });
  if (source.parent_id > 0) throw fail('task.main_only');
  const place = await placeFor(work, source, input);
  await projectWith(work, place.project.id, 'task_add');
  const load = await loadWithinLimits(work, place.project.id, place.column.id);
  const item = place.item ?? place.items.find((each) => each.status === 'start');
  const made = await insertTask(work, {
    project: place.project,
    column: place.column,
    parent: null,
    name: source.name,
    times: source,
    owner: place.owner,
    assist: place.assist,
    sort: load.high + 1,
    start: item && { ...item, userids: [] },
    visibility: source.visibility,
    visibleTo: source.visible_to.filter((userid) => place.members.has(userid)),
    priority: { p_level: source.p_level, p_name: source.p_name, p_color: source.p_color },
    color: source.color,
    source: 'copy',
  });
  const subtasks = await copySubtasks(work, source, made, { items: place.items, by: 'copy' });
  // Copied subtasks are open, so their task is open too.
  const isDone = place.isCompleted && subtasks.length === 0 && place.owner.length > 0;
  if (isDone) await setTaskCompleted(work.tx, work.now, made.id);
  else if (item?.status === 'end') await startOver(work, made, place);
  await copyContent(work, source, made);
  if (source.file_num > 0) await copyTaskFiles(work, source.id, made.id);
  logChange(work, {
    project_id: place.project.id,
    column_id: place.column.id,
    task_id: made.id,
    detail: 'task.copy',
    record: { copy_from: source.id },
  });
  const task = await readBack(work, made.id);
  await announceView(work, contract.taskAdded, task);
  enqueueTaskNotifications(work, newTaskNotifications([task]));
  for (const id of subtasks) await announceTask(work, contract.taskAdded, id);
  return presentTask(task, work.caller.userid, work.now);
}

const startOver = (work: Work, made: TaskRow, { items }: Place) =>
  setTaskStatus(work.tx, statusOf(items.find((item) => item.status === 'start')), made.id);

interface SubtaskCopies {
  items: readonly FlowItem[];
  by: HandoffSource;
  /** Converts the times for the copies; by default they are those of the originals. */
  later?: (at: Date | null) => Date | null;
}
/** Copies all subtasks in one statement, with those of their people who are in the project. */
export async function copySubtasks(
  work: Work,
  source: TaskRow,
  made: TaskRow,
  { items, by, later }: SubtaskCopies,
): Promise<number[]> {
  const start = statusOf(items.find((item) => item.status === 'start'));
  const times = later
    ? (await listSubtasks(work.tx, source.id)).map(({ id, start_at, end_at }) => ({
        id,
        start_at: later(start_at),
        end_at: later(end_at),
      }))
    : [];
  const rows = await insertSubtaskCopies(
    work.tx,
    source.id,
    made.id,
    made.project_id,
    made.column_id,
    times,
    work.caller.userid,
    made.visibility,
    made.visible_to,
    start.flow_item_id,
    start.flow_item_name,
  );
  if (rows.length > 0) recordHolders(work, { subtasksOf: made.id }, by);
  return rows.map((row) => row.id);
}

export async function copyContent(work: Work, source: TaskRow, made: TaskRow): Promise<void> {
  await copyLatestContent(work.tx, made.id, made.project_id, work.caller.userid, source.id);
  await setTaskDesc(work.tx, source.desc, made.id);
}

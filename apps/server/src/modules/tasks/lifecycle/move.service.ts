import type { FlowItem } from '@atrium/contract/projects/flows.ts';
import * as contract from '@atrium/contract/projects/tasks.ts';
import { isSeenByAll } from '@atrium/contract/projects/visibility.ts';
import { updateGuestsOf } from '#modules/dialogs/members/guests.service';
import { announceGroupInfo, syncMembers, taskInfoOf } from '#modules/dialogs/members/membership.service';
import { postNotice } from '#modules/dialogs/posting/post.service';
import { logChange } from '#modules/projects/log.service';
import { recordHolders } from '#modules/projects/members/holders.service';
import { projectWith } from '#modules/projects/projects.access';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { changeNotifications, enqueueTaskNotifications } from '../reading/notifications.service.ts';
import { taskFor } from '../tasks.access.ts';
import { announceTask, announceVisibility, readBack, type TaskViewers, viewersOfFamily } from '../tasks.events.ts';
import { presentTask } from '../tasks.present.ts';
import { listSubtasks, listTaskCircle, setPeople, type TaskRow, type TaskView } from '../tasks.queries.ts';
import { tellCompletion } from './completions.service.ts';
import { loadWithinLimits } from './create.service.ts';
import {
  deletePartsOfOthers,
  moveContentsToProject,
  moveLogsToProject,
  movePartsToProject,
  moveSubtasksToColumn,
  moveSubtasksToProject,
  updateMovedTask,
} from './move.queries.ts';
import { type Place, type PlaceInput, placeFor, statusOf } from './place.service.ts';
import { recordStep } from './status.service.ts';
import { lockFamily } from './update.service.ts';

/**
 * Moves a task with its subtasks, its log and its conversation. People who see it in both places get a change, those of
 * the old project a removal, those of the new one a new task.
 *
 * @throws task.unmoved  if it is there already
 * @throws project.permission  if the caller may not add tasks to the other project
 */
export async function moveTask(work: Work, input: PlaceInput) {
  await lockFamily(work, input.task_id);
  const before = await taskFor(work, input.task_id, { need: 'task_move' });
  if (before.parent_id > 0) throw fail('task.main_only');
  if (input.project_id === before.project_id && input.column_id === before.column_id) throw fail('task.unmoved');
  const place = await placeFor(work, before, input);
  // The other project must allow adding tasks, because for it this is a new task.
  if (place.project.id !== before.project_id) await projectWith(work, place.project.id, 'task_add');
  const subtasks = await listSubtasks(work.tx, before.id);
  if (place.isCompleted && subtasks.some((sub) => !sub.complete_at)) {
    throw fail('task.has_open_subtasks', { task_id: before.id });
  }
  if (place.isCompleted && place.owner.length === 0) throw fail('task.claim');
  const load = await loadWithinLimits(work, place.project.id, place.column.id);
  const viewers = await viewersOfFamily(work, before.id);
  await rewriteMain(work, before, place, load.high + 1);
  if (place.project.id !== before.project_id) await changeProject(work, before, place);
  await moveSubtasksToColumn(work.tx, place.column.id, work.now, before.id);
  await setPeople(work.tx, { ...before, project_id: place.project.id }, 1, place.owner);
  await setPeople(work.tx, { ...before, project_id: place.project.id }, 0, place.assist);
  recordHolders(work, { familyOf: before.id }, 'move');
  await logMove(work, before, place);
  return announceMove(work, before, subtasks, viewers);
}

async function rewriteMain(work: Work, before: TaskView, place: Place, sort: number): Promise<void> {
  const completed = place.isCompleted ? (before.complete_at ?? work.now) : null;
  await updateMovedTask(
    work.tx,
    {
      project_id: place.project.id,
      column_id: place.column.id,
      sort,
      complete_at: completed,
      ...statusOf(place.item),
      visible_to: before.visible_to.filter((userid) => place.members.has(userid)),
      updated_at: work.now,
    },
    before.id,
  );
  if (place.item && place.item.id !== before.flow_item_id) {
    await recordStep(work, before, { item: place.item, label: statusOf(place.item).flow_item_name });
  }
}

/** Moves a task with everything attached to another project; people outside of it lose their role in the task. */
async function changeProject(work: Work, before: TaskRow, { project, items, members }: Place): Promise<void> {
  const { tx } = work;
  const [open, done] = [first(items, 'start'), first(items, 'end')].map(statusOf);
  const people = [...members];
  await moveSubtasksToProject(tx, before.id, project.id, { open, done, people });
  await deletePartsOfOthers(tx, before.id, people);
  await movePartsToProject(tx, project.id, before.id);
  await updateGuestsOf(work, before.id);
  await moveContentsToProject(tx, project.id, before.id);
  // The task's log moves with it, because members of the old project may no longer read its name.
  await moveLogsToProject(tx, project.id, before.id);
}

const first = (items: readonly FlowItem[], status: FlowItem['status']) => items.find((item) => item.status === status);

async function logMove(work: Work, before: TaskView, { project, column }: Place): Promise<void> {
  const from = `${before.project_name} › ${before.column_name}`;
  const to = `${project.name} › ${column.name}`;
  const entry = { detail: 'task.move' as const, record: { name: before.name, change: [from, to] } };
  logChange(work, { ...entry, project_id: project.id, column_id: column.id, task_id: before.id });
  // A project's own log does not mention restricted tasks.
  if (project.id !== before.project_id && isSeenByAll(before)) {
    logChange(work, { ...entry, project_id: before.project_id });
  }
  const { userid, nickname } = work.caller;
  if (before.dialog_id > 0) await postNotice(work, before.dialog_id, userid, 'notice.moved', { name: nickname, to });
}

async function announceMove(work: Work, before: TaskView, subtasks: readonly TaskRow[], viewers: TaskViewers) {
  const after = await readBack(work, before.id);
  await tellCompletion(work, before, after);
  enqueueTaskNotifications(work, changeNotifications(before, after));
  const family = [before.id, ...subtasks.map((sub) => sub.id)];
  await announceVisibility(work, before, viewers, await viewersOfFamily(work, before.id));
  for (const id of family) await announceTask(work, contract.taskUpdated, id);
  if (after.dialog_id > 0) {
    await syncMembers(work, after.dialog_id, await listTaskCircle(work.tx, after.id));
    await announceGroupInfo(work, after.dialog_id, after.name, taskInfoOf(after));
  }
  const { project_id, column_id, project_name, column_name } = after;
  return [
    { ...presentTask(after, work.caller.userid, work.now), project_name, column_name },
    ...subtasks.map(({ id }) => ({ id, project_id, column_id, project_name, column_name })),
  ];
}

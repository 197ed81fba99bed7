import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/projects/tasks.ts';
import { isSeenByAll } from '@atrium/contract/projects/visibility.ts';
import { opensAny } from '#modules/dialogs/dialogs.access';
import { presentOne } from '#modules/dialogs/dialogs.service';
import {
  announceGroupInfo,
  closeDialog,
  createGroup,
  reopenDialog,
  taskInfoOf,
} from '#modules/dialogs/members/membership.service';
import { restoreColumn } from '#modules/projects/columns.service';
import { type LogWord, logChange } from '#modules/projects/log.service';
import { recordHolders } from '#modules/projects/members/holders.service';
import { clearLost, markLost } from '#modules/projects/members/lostIds.service';
import { projectFor } from '#modules/projects/projects.access';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { Work } from '#platform/work';
import { requireTaskPermission, taskFor } from '../tasks.access.ts';
import { announceTask, emitTask, refOf, viewersOf } from '../tasks.events.ts';
import { findTask, listTaskCircle, type TaskRow } from '../tasks.queries.ts';
import { archiveTaskTree, deleteTaskTree, setTaskDialog } from './archive.queries.ts';
import { requireFreePlace } from './create.service.ts';
import { lockFamily } from './update.service.ts';

/** Archives a completed main task with its subtasks, or restores them, with their column if it was deleted. */
export async function archiveTask(work: Work, { task_id, type = 'add' }: InputOf<typeof contract.taskArchived>) {
  await lockFamily(work, task_id);
  const task = await taskFor(work, task_id, { need: 'task_archived', archived: true });
  const isArchiving = type === 'add';
  if (task.parent_id > 0) throw fail('task.main_only');
  if (!task.complete_at) throw fail('task.uncompleted');
  if (isArchiving && task.archived_at) throw fail('task.archived', { task_id });
  if (!isArchiving && !task.archived_at) throw fail('task.unarchived');
  if (!isArchiving) await projectFor(work, task.project_id);
  return setArchived(work, task, isArchiving, isArchiving ? 'task.archive' : 'task.unarchive');
}

const DAY_MS = 86_400_000;

/** Archives a task that the workspace or project considers long completed; false if that has changed. */
export async function archiveAutomatically(work: Work, task_id: number): Promise<boolean> {
  await lockFamily(work, task_id);
  const task = await findTask(work.tx, task_id);
  if (!task?.complete_at || task.archived_at || task.deleted_at || task.archived_userid > 0) return false;
  // The task was reopened and completed after it was listed. The shortest rule is a day.
  if (work.now.getTime() - task.complete_at.getTime() < DAY_MS) return false;
  await setArchived(work, task, true, 'task.auto_archive');
  return true;
}

async function setArchived(work: Work, task: TaskRow, isArchiving: boolean, detail: LogWord) {
  const task_id = task.id;
  if (!isArchiving) await restoreColumn(work, task.column_id);
  const fields = {
    archived_at: isArchiving ? work.now : null,
    // This stays set after a restore, so that a task which a person restored is not archived automatically again.
    archived_userid: work.caller.userid,
  };
  const rows = await archiveTaskTree(work.tx, { ...fields, archived_follow: 0, updated_at: work.now }, task_id);
  // Deleted subtasks are archived too, but events do not name them.
  const living = rows.filter((row) => !row.deleted_at);
  if (isArchiving) {
    const source = detail === 'task.auto_archive' ? 'auto_archive' : 'archive';
    recordHolders(work, { ids: [task_id] }, source, { always: true });
  }
  const fresh = rows.find((row) => row.id === task_id) ?? task;
  logChange(work, { project_id: task.project_id, task_id, detail });
  const shelf = { archived_at: wireTime(fields.archived_at), archived_userid: fields.archived_userid };
  const answer = { id: task_id, ...shelf };
  const kind = isArchiving ? contract.taskArchivedEvent : contract.taskRecovered;
  for (const { first, ids, viewers } of await byViewers(work, living)) {
    if (isArchiving) await markLost(work.tx, 'projectTask', ids, viewers);
    else await clearLost(work.tx, 'projectTask', ids, viewers);
    await emitTask(work, kind, first, { ...refOf(first), ...shelf, ids });
  }
  if (!isArchiving) for (const id of idsOf(living)) await announceTask(work, contract.taskRestored, id);
  if (task.dialog_id > 0) await announceGroupInfo(work, task.dialog_id, task.name, taskInfoOf(fresh));
  return answer;
}

/** Deletes a task with its subtasks and conversation, or restores all of it. */
export async function removeTask(work: Work, { task_id, type = 'delete' }: InputOf<typeof contract.taskRemove>) {
  await lockFamily(work, task_id);
  const isDeleting = type === 'delete';
  const task = await taskFor(work, task_id, { deleted: true });
  if (isDeleting === Boolean(task.deleted_at)) throw fail('task.gone', { task_id });
  await requireTaskPermission(work, task, 'task_remove');
  if (!isDeleting) {
    await projectFor(work, task.project_id);
    if (task.parent_id > 0) await checkMain(work, task);
    await restoreColumn(work, task.column_id);
  }
  const rows = await deleteTaskTree(
    work.tx,
    {
      deleted_at: isDeleting ? work.now : null,
      deleted_userid: isDeleting ? work.caller.userid : 0,
      updated_at: work.now,
    },
    task_id,
    isDeleting,
    task.deleted_at,
  );
  logChange(work, {
    project_id: task.project_id,
    task_id: task.parent_id || task_id,
    detail: isDeleting ? 'task.delete' : 'task.restore',
    record: { name: task.name },
  });
  work.audit({
    action: isDeleting ? 'task.deleted' : 'task.restored',
    target: { type: 'task', id: task_id, name: task.name },
  });
  await announceRemoval(work, rows, isDeleting);
  if (task.parent_id > 0) await announceTask(work, contract.taskUpdated, task.parent_id);
  if (task.dialog_id > 0) await (isDeleting ? closeDialog : reopenDialog)(work, task.dialog_id);
  return { id: task_id };
}

/** A subtask is restored into an existing main task with a free place, or together with it. */
async function checkMain(work: Work, subtask: TaskRow): Promise<void> {
  const main = await taskFor(work, subtask.parent_id);
  if (main.archived_at) throw fail('task.archived', { task_id: main.id });
  if (main.complete_at && !subtask.complete_at) throw fail('task.parent_completed');
  await requireFreePlace(work, main.id);
}

async function announceRemoval(work: Work, rows: readonly TaskRow[], isDeleting: boolean): Promise<void> {
  if (!isDeleting) {
    for (const { ids, viewers } of await byViewers(work, rows)) await clearLost(work.tx, 'projectTask', ids, viewers);
    for (const id of idsOf(rows)) await announceTask(work, contract.taskRestored, id);
    return;
  }
  for (const { first, ids, viewers } of await byViewers(work, rows)) {
    await markLost(work.tx, 'projectTask', ids, viewers);
    await emitTask(work, contract.taskDeleted, first, { ...refOf(first), ids });
  }
}

const idsOf = (rows: readonly TaskRow[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);

/**
 * The tasks of a family, grouped by the people who receive their events: a subtask may be visible to more or fewer
 * people than its main task, and no event names tasks that its receivers do not see. `first` is the main task if it is
 * in the group.
 */
async function byViewers(work: Work, rows: readonly TaskRow[]) {
  // Everything that decides who receives the events of a task, besides what a family shares: see `emitTask`.
  const audienceOf = (row: TaskRow) =>
    JSON.stringify([row.visibility, row.visible_to, row.guests, isSeenByAll(row) ? 0 : row.userid]);
  const groups = [];
  const mainFirst = rows.toSorted((a, b) => a.parent_id - b.parent_id || a.id - b.id);
  for (const same of Map.groupBy(mainFirst, audienceOf).values()) {
    const first = same[0]!;
    groups.push({ first, ids: idsOf(same), viewers: await viewersOf(work, first) });
  }
  return groups;
}

/** The conversation of a main task, created on first use with everyone who has a role in it. */
export async function openTaskDialog(work: Work, { task_id }: InputOf<typeof contract.taskDialog>) {
  await lockFamily(work, task_id);
  const task = await taskFor(work, task_id);
  if (task.parent_id > 0) throw fail('task.main_only');
  // A creator from outside the project can read the conversation, and can post once somebody has added them.
  if (task.is_guest && !(await opensAny(work, [task.dialog_id])))
    throw fail('project.permission', { need: 'task_update' });
  let dialogId = task.dialog_id;
  if (dialogId === 0) {
    const dialog = await createGroup(work, {
      groupType: 'task',
      name: task.name,
      ownerId: 0,
      linkId: task.id,
      members: await listTaskCircle(work.tx, task.id),
      important: true,
    });
    dialogId = dialog.id;
    await setTaskDialog(work.tx, dialogId, work.now, task.id);
    const fresh = { ...task, dialog_id: dialogId };
    await emitTask(work, contract.taskDialogMade, fresh, refOf(fresh));
  }
  return { id: task.id, dialog_id: dialogId, dialog_data: await presentOne(work, dialogId) };
}

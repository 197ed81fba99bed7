import type { ProjectPermission } from '@atrium/contract/projects/projects.ts';
import { findProjectById, mayBeHead, notAllowed, requirePermission, rolesOf } from '#modules/projects/projects.access';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';
import { isGuestOf, listPeople, listSeenIds, listTaskViews, lockTask, type TaskView } from './tasks.queries.ts';

export interface TaskNeed {
  /** The right that the caller needs; by default reading. */
  need?: ProjectPermission;
  /** Locks the task for a change. */
  lock?: boolean;
  deleted?: boolean;
  archived?: boolean;
}

/** The caller, who may see tasks as a head of departments too. */
export const viewerOf = async (view: View): Promise<number | { head: number }> =>
  (await mayBeHead(view)) ? { head: view.caller.userid } : view.caller.userid;

/**
 * Finds a task for a caller, which is the only way to it. It is open to people who see it in its project, created it,
 * are in its dialog, or head the department of somebody in its project. Others get the error that the task is gone;
 * people who see it and may not change it, that their role does not allow it.
 */
export async function taskFor(view: View, id: number, opts: TaskNeed = {}): Promise<TaskView> {
  if (opts.lock) await lockTask(view.tx, id);
  const [seen] = await listTaskViews(view.tx, await viewerOf(view), {
    ids: [id],
    archived: 'all',
    deleted: opts.deleted ? 'all' : 'no',
  });
  // A guest reads more than a head, such as restricted subtasks.
  const task = seen && !seen.as_head ? seen : ((await asGuest(view, id)) ?? seen);
  if (!task) throw fail('task.gone', { task_id: id, force: 1 });
  if (task.archived_at && opts.need && !opts.archived) throw fail('task.archived', { task_id: id });
  if (opts.need) await requireTaskPermission(view, task, opts.need);
  return task;
}

/** The creator of a task and people in its dialog can read it, also from outside its project. */
async function asGuest({ tx, caller }: View, id: number): Promise<TaskView | undefined> {
  if (!(await isGuestOf(tx, id, caller.userid))) return undefined;
  const [task] = await listTaskViews(tx, 'owner', { ids: [id], archived: 'all' });
  return task && { ...task, is_project_owner: false, is_guest: true };
}

/** The tasks among these that the caller may see. */
export const tasksSeenBy = async (view: View, ids: readonly number[]): Promise<Set<number>> =>
  new Set(ids.length === 0 ? [] : await listSeenIds(view.tx, await viewerOf(view), ids));

/** Checks a right. An owner or assistant of the main task has that role for its subtasks too. */
export async function requireTaskPermission(view: View, task: TaskView, need: ProjectPermission): Promise<void> {
  const project = await findProjectById(view, task.project_id);
  if (!project) throw fail('task.gone', { task_id: task.id, force: 1 });
  if (task.is_guest) throw notAllowed(need);
  const main = task.parent_id > 0 ? await listPeople(view.tx, task.parent_id) : [];
  const mine = [...task.people, ...main].filter((person) => person.userid === view.caller.userid);
  const roles = rolesOf(task.is_project_owner, {
    isTaskOwner: mine.some((person) => person.owner === 1),
    isAssistant: mine.some((person) => person.owner === 0),
  });
  requirePermission(project, roles, need);
}

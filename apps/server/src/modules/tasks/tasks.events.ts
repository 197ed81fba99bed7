import type { EventKind } from '@atrium/contract/kit.ts';
import type { Task } from '@atrium/contract/tasks.ts';
import * as contract from '@atrium/contract/tasks.ts';
import { clearLost, markLost } from '#modules/projects/lost.service';
import { findProjectById, projectAudience } from '#modules/projects/projects.access';
import { type Audience, toUsers, type Variant } from '#platform/events';
import type { Work } from '#platform/work';
import { presentTask } from './tasks.present.ts';
import { listTaskCircle, listTaskViews, type TaskRow, type TaskView } from './tasks.queries.ts';

/** Everyone who may fetch a task hears of it: its project, or for narrower visibility its people and the owner. */
export async function audienceOf(work: Work, task: TaskRow): Promise<Audience> {
  const project = await findProjectById(work, task.project_id);
  if (!project) return toUsers();
  if (task.visibility === 1) return projectAudience(project);
  return toUsers(...(await seersOf(work, task)));
}

/** Who sees it, by name. */
export async function seersOf(work: Work, task: TaskRow): Promise<number[]> {
  const members = await work.tx
    .selectFrom('project_users')
    .select(['userid', 'owner'])
    .where('project_id', '=', task.project_id)
    .execute();
  if (task.visibility === 1) return members.map((member) => member.userid);
  const circle = new Set([...(await listTaskCircle(work.tx, task.parent_id || task.id)), ...task.visible_to]);
  return members.filter((member) => member.owner === 1 || circle.has(member.userid)).map((member) => member.userid);
}

/** `owner` and `assist` differ per receiver. */
function roleVariants(task: Task): Variant[] {
  const of = (owner: number) =>
    task.task_user.filter((person) => person.owner === owner).map((person) => person.userid);
  return [
    { users: of(1), patch: { owner: 1, assist: 0 } },
    { users: of(0), patch: { owner: 0, assist: 1 } },
  ].filter((variant) => variant.users.length > 0);
}

/** A task as the one who may see all of it reads it back: the changer may have lost sight of it by the change. */
export async function readBack(work: Work, id: number): Promise<TaskView> {
  const [task] = await listTaskViews(work.tx, 'owner', { ids: [id], archived: 'all', deleted: 'all' });
  if (!task) throw new Error(`task ${id} cannot be read back`);
  return task;
}

/** `add`, `update` and `restore` carry the whole task. */
export async function announceTask(
  work: Work,
  kind: EventKind<typeof contract.Task>,
  id: number,
  to?: Audience,
): Promise<Task> {
  return announceView(work, kind, await readBack(work, id), to);
}

/** The same for a task that has just been read back. */
export async function announceView(
  work: Work,
  kind: EventKind<typeof contract.Task>,
  task: TaskView,
  to?: Audience,
): Promise<Task> {
  const data = { ...presentTask(task, 0, work.now) };
  work.emit(kind, to ?? (await audienceOf(work, task)), data, roleVariants(data));
  return data;
}

export const refOf = (task: TaskRow) => ({
  id: task.id,
  parent_id: task.parent_id,
  project_id: task.project_id,
  column_id: task.column_id,
  dialog_id: task.dialog_id,
  visibility: task.visibility,
});

/** Who gains sight of a task gets it with its subtasks; who loses it, their end. `before` is the task as it was known. */
export async function tellSight(
  work: Work,
  before: TaskRow,
  family: readonly number[],
  had: readonly number[],
  now: readonly number[],
): Promise<void> {
  const gained = now.filter((userid) => !had.includes(userid));
  const lost = had.filter((userid) => !now.includes(userid));
  if (gained.length > 0) {
    await clearLost(work.tx, 'projectTask', family, gained);
    for (const each of family) await announceTask(work, contract.taskAdded, each, toUsers(...gained));
  }
  if (lost.length > 0) {
    await markLost(work.tx, 'projectTask', family, lost);
    work.emit(contract.taskDeleted, toUsers(...lost), { ...refOf(before), ids: [...family] });
  }
}

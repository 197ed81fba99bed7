import type { EventKind } from '@atrium/contract/kit.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import * as contract from '@atrium/contract/projects/tasks.ts';
import { isSeenByAll } from '@atrium/contract/projects/visibility.ts';
import type { Static, TSchema } from 'typebox';
import { isSeenBy } from '#modules/dialogs/visibleTasks.access';
import { headsOf } from '#modules/projects/heads.service';
import { clearLost, markLost } from '#modules/projects/members/lostIds.service';
import { lockMembersForShare } from '#modules/projects/members/members.service';
import { findProjectById, projectAudience } from '#modules/projects/projects.access';
import { type Audience, toUsers, type Variant } from '#platform/events/events';
import type { Work } from '#platform/work';
import { presentTask } from './tasks.present.ts';
import {
  findTask,
  listFamily,
  listProjectSeats,
  listTaskCircle,
  listTaskViews,
  type TaskRow,
  type TaskView,
} from './tasks.queries.ts';

/**
 * Tells everyone who may see a task: its project, or for narrower visibility its people and the owner; and guests and
 * heads of departments, who read it from outside. An event with the whole task says for guests that the task is not in
 * their lists.
 */
export async function emitTask<D extends TSchema>(
  work: Work,
  kind: EventKind<D>,
  task: TaskRow,
  data: Static<D>,
  variants?: readonly Variant[],
): Promise<void> {
  const isForAll = isSeenByAll(task);
  const project = await findProjectById(work, task.project_id);
  if (!project) return;
  const viewers = isForAll ? [] : await viewersOf(work, task);
  work.emit(kind, isForAll ? projectAudience(project) : toUsers(...viewers), data, variants);
  const outside = isForAll
    ? [...task.guests, ...(await headsOf(work, project.id))]
    : [...task.guests, ...(await makersOf(work, task))];
  if (outside.length === 0) return;
  const inside = new Set(isForAll ? await viewersOf(work, task) : viewers);
  const guests = outside.filter((userid) => !inside.has(userid));
  if (guests.length > 0) work.emit(kind, toUsers(...guests), kind.action in WHOLE ? { ...data, is_guest: true } : data);
}
const WHOLE = { add: true, update: true, restore: true };

async function makersOf(work: Work, { parent_id, userid }: TaskRow): Promise<number[]> {
  const main = parent_id > 0 ? await findTask(work.tx, parent_id) : undefined;
  return main ? [userid, main.userid] : [userid];
}

/** The ids of people who see the task. */
export async function viewersOf(work: Work, task: TaskRow): Promise<number[]> {
  await lockMembersForShare(work, task.project_id);
  const members = await listProjectSeats(work.tx, task.project_id);
  if (isSeenByAll(task)) return members.map((member) => member.userid);
  const circle = new Set(await listTaskCircle(work.tx, task.parent_id || task.id));
  return viewersAmong(members, task, circle);
}

const viewersAmong = (
  members: readonly { userid: number; owner: number }[],
  task: TaskRow,
  circle: ReadonlySet<number>,
): number[] =>
  members
    .filter(({ userid, owner }) => isSeenBy(task, { userid, isOwner: owner === 1 }, circle))
    .map(({ userid }) => userid);

/** The fields `owner` and `assist`, which differ per receiver. */
function roleVariants(task: Task): Variant[] {
  const of = (owner: number) =>
    task.task_user.filter((person) => person.owner === owner).map((person) => person.userid);
  return [
    { users: of(1), patch: { owner: 1, assist: 0 } },
    { users: of(0), patch: { owner: 0, assist: 1 } },
  ].filter((variant) => variant.users.length > 0);
}

/** Reads a task with full visibility, because the acting person may have lost access by the change. */
export async function readBack(work: Work, id: number): Promise<TaskView> {
  const [task] = await listTaskViews(work.tx, 'owner', { ids: [id], archived: 'all', deleted: 'all' });
  if (!task) throw new Error(`task ${id} cannot be read back`);
  return task;
}

/** `add`, `update` and `restore` contain the whole task. */
export async function announceTask(
  work: Work,
  kind: EventKind<typeof contract.Task>,
  id: number,
  to?: Audience,
): Promise<Task> {
  return announceView(work, kind, await readBack(work, id), to);
}

/** Does the same for a task that was just read. */
export async function announceView(
  work: Work,
  kind: EventKind<typeof contract.Task>,
  task: TaskView,
  to?: Audience,
): Promise<Task> {
  const data = { ...presentTask(task, 0, work.now) };
  if (to) work.emit(kind, to, data, roleVariants(data));
  else await emitTask(work, kind, task, data, roleVariants(data));
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

/** The people who see each task of a family, by task id. A role in a restricted family is enough to see all of it. */
export type TaskViewers = ReadonlyMap<number, readonly number[]>;

/** Returns the people who see a main task and its subtasks, in that order. */
export async function viewersOfFamily(work: Work, mainId: number): Promise<TaskViewers> {
  const family = await listFamily(work.tx, mainId);
  const main = family[0];
  if (!main) return new Map();
  await lockMembersForShare(work, main.project_id);
  const members = await listProjectSeats(work.tx, main.project_id);
  const circle = new Set(await listTaskCircle(work.tx, mainId));
  const heads = await headsOf(work, main.project_id);
  return new Map(
    family.map((task) => [task.id, [...viewersAmong(members, task, circle), ...(isSeenByAll(task) ? heads : [])]]),
  );
}

/**
 * People who gain access to a task of the family get it; people who lose it, its removal. Tasks that joined or left the
 * family are up to the caller. `main` is the previous state of the main task.
 */
export async function announceVisibility(
  work: Work,
  main: TaskRow,
  before: TaskViewers,
  after: TaskViewers,
): Promise<void> {
  const changes = new Map<string, { ids: number[]; gained: number[]; lost: number[] }>();
  for (const [id, now] of after) {
    const had = before.get(id);
    if (!had) continue;
    const gained = now.filter((userid) => !had.includes(userid));
    const lost = had.filter((userid) => !now.includes(userid));
    const key = `${gained.join()}|${lost.join()}`;
    const same = changes.get(key);
    if (same) same.ids.push(id);
    else if (key !== '|') changes.set(key, { ids: [id], gained, lost });
  }
  for (const { ids, gained, lost } of changes.values()) {
    if (gained.length > 0) {
      await clearLost(work.tx, 'projectTask', ids, gained);
      for (const id of ids) await announceTask(work, contract.taskAdded, id, toUsers(...gained));
    }
    const [first = 0] = ids;
    if (lost.length > 0) {
      await markLost(work.tx, 'projectTask', ids, lost);
      const parent_id = first === main.id ? 0 : main.id;
      work.emit(contract.taskDeleted, toUsers(...lost), { ...refOf(main), id: first, parent_id, ids });
    }
  }
}

import { createHash } from 'node:crypto';
import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/projects/handoffs.ts';
import { listMemberIds } from '#modules/projects/members/members.service';
import { settingsOf } from '#modules/system/settings.service';
import { departmentsOf } from '#modules/users/departmentNames.service';
import { presentBasic } from '#modules/users/present.service';
import { listBasics } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { TaskChange } from '../lifecycle/change.service.ts';
import { lockFamily } from '../lifecycle/update.service.ts';
import { taskFor } from '../tasks.access.ts';
import { listPeople, type TaskView } from '../tasks.queries.ts';
import { listHandoffRows } from './handoffs.queries.ts';

const PAGE = 20;

/** The history of a task's assignees, for everyone who sees it. */
export async function listHandoffs(view: View, { task_id, before_id }: InputOf<typeof contract.handoffLists>) {
  const task = await taskFor(view, task_id);
  const rows = await listHandoffRows(view.tx, task_id, PAGE + 1, before_id || undefined);
  return {
    lists: rows.slice(0, PAGE).map((row) => ({ ...row, created_at: wireTime(row.created_at) })),
    has_more: rows.length > PAGE,
    can_assign: !(await whyNot(view, task)),
  };
}

export async function handoffOptions(view: View, { task_id }: InputOf<typeof contract.handoffOptions>) {
  const task = await taskFor(view, task_id);
  const refusal = await whyNot(view, task);
  if (refusal) throw refusal;
  const options = await optionsOf(view, task);
  const named = new Set([...options.owners, ...options.candidates]);
  const users = await listBasics(view.tx, [...named]);
  return { ...options, users: users.map((user) => presentBasic(view.app, user, view.caller.lang)) };
}

/**
 * Sets new assignees. The caller sends the version they saw: if the assignees have changed since, nothing happens.
 *
 * @throws handoff.stale
 */
export async function handOverTask(work: Work, input: InputOf<typeof contract.handoffAssign>) {
  await lockFamily(work, input.task_id);
  const task = await taskFor(work, input.task_id);
  const refusal = await whyNot(work, task);
  if (refusal) throw refusal;
  const options = await optionsOf(work, task);
  if (input.version !== options.version) throw fail('handoff.stale', { task_id: task.id });
  const owners = [...new Set(input.owners)];
  const note = input.note?.trim() ?? '';
  const isOwner = new Set(options.owners);
  if (owners.length === 0) throw fail('handoff.nobody');
  if (!owners.every((userid) => isOwner.has(userid) || options.candidates.includes(userid)))
    throw fail('handoff.candidate');
  if (!options.protected.every((userid) => owners.includes(userid))) throw fail('handoff.protected');
  if (owners.length === isOwner.size && owners.every((userid) => isOwner.has(userid))) throw fail('handoff.same');
  if (options.note_required && !note) throw fail('handoff.note');
  const change = new TaskChange(work, task);
  await change.handOver(owners, note);
  return change.finish();
}

const ownersOf = (task: Pick<TaskView, 'people'>) =>
  task.people.filter((person) => person.owner === 1).map((person) => person.userid);

/**
 * The reason why the caller may not hand the task over; undefined if they may. An unassigned task can be assigned by
 * anybody.
 */
async function whyNot(view: View, task: TaskView): Promise<Error | undefined> {
  const settings = await settingsOf(view.app);
  const { userid } = view.caller;
  if (settings.project_task_handoff === 'close') return fail('handoff.closed');
  if (task.is_guest) return fail('handoff.refused');
  if (task.archived_at) return fail('task.archived', { task_id: task.id });
  if (task.complete_at) return fail('task.completed');
  if (task.is_project_owner) return undefined;
  const owners = ownersOf(task);
  if (owners.length === 0) return undefined;
  const role = settings.project_task_handoff_role;
  const refused = fail('handoff.refused');
  if (role === 'close') return refused;
  if (role === 'owner') {
    const main = task.parent_id > 0 ? await listPeople(view.tx, task.parent_id) : [];
    if ([...owners, ...ownersOf({ people: main })].includes(userid)) return undefined;
  }
  return (await headsOf(view, owners)).has(userid) ? undefined : refused;
}

/** The heads of these people's departments. */
async function headsOf(view: View, userids: readonly number[]): Promise<Set<number>> {
  const departments = departmentsOf(view.app);
  const people = await listBasics(view.tx, userids);
  const theirs = new Set(people.flatMap((person) => person.department));
  return new Set(departments.filter(({ id }) => theirs.has(id)).map((department) => department.owner_userid));
}

async function optionsOf(view: View, task: TaskView) {
  const settings = await settingsOf(view.app);
  const { userid } = view.caller;
  const owners = ownersOf(task);
  const people = await listBasics(view.tx, [...(await listMemberIds(view, task.project_id))]);
  const own = new Set(people.find((person) => person.userid === userid)?.department);
  /** The project's owner may choose people of all departments. */
  const isNear = (other: (typeof people)[number]) =>
    task.is_project_owner || other.userid === userid || other.department.some((id) => own.has(id));
  const isDepartment = (rule: string) => rule === 'department';
  const candidates = people.filter(
    (person) =>
      !person.disable_at &&
      !person.delete_at &&
      (!isDepartment(settings.project_task_handoff_candidates) || isNear(person)),
  );
  const kept = isDepartment(settings.project_task_handoff_adjust)
    ? people.filter((person) => owners.includes(person.userid) && !isNear(person))
    : [];
  return {
    owners,
    protected: kept.map((person) => person.userid),
    candidates: candidates.map((person) => person.userid),
    note_required: settings.project_task_handoff_note === 'required',
    version: versionOf(task.id, owners),
  };
}

const versionOf = (taskId: number, owners: readonly number[]) =>
  createHash('sha256')
    .update(`${taskId}:${owners.toSorted((a, b) => a - b).join()}`)
    .digest('hex')
    .slice(0, 16);

import type { InputOf } from '@atrium/contract/kit.ts';
import type { ProjectPermission } from '@atrium/contract/projects/projects.ts';
import type * as contract from '@atrium/contract/projects/tasks.ts';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { requireTaskPermission, taskFor } from '../tasks.access.ts';
import { findTask, lockTask } from '../tasks.queries.ts';
import { type StateBefore, TaskChange } from './change.service.ts';
import { findLogRecord } from './lifecycle.queries.ts';
import { parseTimes, remarkOf } from './times.ts';
import { workingDayFor } from './workingDay.service.ts';

type Update = InputOf<typeof contract.taskUpdate>;

/**
 * The right that a change needs. Exactly one right is checked, depending on the fields; every member who sees an
 * unassigned task may change it.
 */
function neededFor(input: Update): ProjectPermission {
  if (input.times !== undefined) return 'task_time';
  return input.flow_item_id ? 'task_status' : 'task_update';
}

/**
 * Changes the given fields of a task, in the order that the specification fixes, and tells everyone who can see it.
 * People who gain access by the change get the whole task; people who lose it, its removal.
 */
export async function updateTask(work: Work, { complete_at, ...rest }: Update) {
  // Forms send null as an empty text, which means that the field is absent.
  const input: Update = complete_at === '' ? rest : { ...rest, complete_at };
  await lockFamily(work, input.task_id);
  const before = await taskFor(work, input.task_id);
  if (before.archived_at) throw fail('task.archived', { task_id: before.id });
  if (before.is_guest || before.people.some((person) => person.owner === 1))
    await requireTaskPermission(work, before, neededFor(input));
  const change = new TaskChange(work, before);

  if (input.flow_item_id) await change.status(input.flow_item_id);
  else if (input.complete_at !== undefined) await change.complete(input.complete_at);
  if (input.name !== undefined) await change.rename(input.name);
  if (input.owner !== undefined) await change.people(1, input.owner);
  if (input.visibility !== undefined || input.visibility_appoint !== undefined || input.visibility_appointor) {
    await change.visibility(input.visibility ?? input.visibility_appoint, input.visibility_appointor);
  }
  if (input.times !== undefined)
    await change.times(
      parseTimes(input.times, 'refuse', await workingDayFor(work, input.times)),
      remarkOf(input.times),
    );
  if (before.parent_id === 0) {
    if (input.loop !== undefined) await change.loop(input.loop);
    if (input.assist !== undefined) await change.people(0, input.assist);
    if (input.color !== undefined) await change.set({ color: input.color }, 'task.color');
    if (input.column_id) await change.column(input.column_id);
    if (input.content !== undefined) await change.content(input.content);
    if (input.task_tag) await change.tags(input.task_tag);
    if (input.p_level !== undefined || input.p_name !== undefined) await change.priority(input);
  }
  return change.finish();
}

/** Restores the state before a change of status, which that change's log entry stores. */
export async function resetTask(work: Work, { task_id, id }: InputOf<typeof contract.taskReset>) {
  await lockFamily(work, task_id);
  const before = await taskFor(work, task_id, { need: 'task_status' });
  const entry = await findLogRecord(work.tx, id, before.parent_id, before.id);
  const { flow, subtask } = (entry?.record ?? {}) as { flow?: StateBefore; subtask?: { id: number } };
  if (!flow || (subtask?.id ?? (before.parent_id || before.id)) !== before.id) throw fail('task.log_gone');
  const change = new TaskChange(work, before);
  await change.reset(flow);
  return change.finish();
}

/** Locks the main task first, whichever was given, so that changes of one family do not deadlock. */
export async function lockFamily(work: Work, id: number): Promise<void> {
  const task = await findTask(work.tx, id);
  if (task) await lockTask(work.tx, task.parent_id || task.id);
}

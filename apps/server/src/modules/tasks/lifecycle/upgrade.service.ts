import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/projects/tasks.ts';
import { updateGuestsOf } from '#modules/dialogs/members/guests.service';
import { syncMembers } from '#modules/dialogs/members/membership.service';
import { logChange } from '#modules/projects/log.service';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { relateTasks } from '../details/relations.service.ts';
import { taskFor } from '../tasks.access.ts';
import { announceTask, announceVisibility, readBack, viewersOfFamily } from '../tasks.events.ts';
import { presentTask } from '../tasks.present.ts';
import { listTaskCircle } from '../tasks.queries.ts';
import { loadWithinLimits } from './create.service.ts';
import { lockFamily } from './update.service.ts';
import { makeMainTask, makePartsMain } from './upgrade.queries.ts';

/** Turns a subtask into a task of its own, with the visibility and priority of its main task. */
export async function upgradeTask(work: Work, { task_id }: InputOf<typeof contract.taskUpgrade>) {
  await lockFamily(work, task_id);
  const before = await taskFor(work, task_id, { need: 'task_move' });
  if (before.parent_id === 0) throw fail('task.sub_only');
  const parent = await readBack(work, before.parent_id);
  const load = await loadWithinLimits(work, before.project_id, parent.column_id);
  const viewers = await viewersOfFamily(work, parent.id);
  await makeMainTask(
    work.tx,
    {
      parent_id: 0,
      column_id: parent.column_id,
      sort: load.high + 1,
      p_level: parent.p_level,
      p_name: parent.p_name,
      p_color: parent.p_color,
      visibility: parent.visibility,
      visible_to: parent.visible_to,
      updated_at: work.now,
    },
    task_id,
  );
  await updateGuestsOf(work, task_id);
  await makePartsMain(work.tx, task_id);
  logChange(work, {
    project_id: before.project_id,
    column_id: parent.column_id,
    task_id,
    detail: 'task.upgrade',
    record: { parent: { id: parent.id, name: parent.name } },
  });
  const after = await readBack(work, task_id);
  // People with a role only in the subtask no longer see the family, and the family's people may no longer see the
  // subtask.
  await announceVisibility(work, parent, viewers, await viewersOfFamily(work, parent.id));
  await announceVisibility(work, before, viewers, await viewersOfFamily(work, task_id));
  await announceTask(work, contract.taskUpdated, task_id);
  await relateTasks(work, after, [parent.id]);
  await announceTask(work, contract.taskUpdated, parent.id);
  if (parent.dialog_id > 0) await syncMembers(work, parent.dialog_id, await listTaskCircle(work.tx, parent.id));
  const { userid } = work.caller;
  return {
    task: presentTask(after, userid, work.now),
    parent: presentTask(await readBack(work, parent.id), userid, work.now),
  };
}

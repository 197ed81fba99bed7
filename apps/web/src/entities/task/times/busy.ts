import type { ApprovalAway } from '@atrium/contract/approvals/absences.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { taskEasylists } from '@atrium/contract/projects/taskExtras.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { create } from 'zustand';
import { readAbsences } from '#entities/approval/absences.ts';
import { changeTask } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { parseWire, toWire } from '#sync/time.ts';
import { notify } from '#ui/overlays/notices.ts';

type BusyTask = OutputOf<typeof taskEasylists>['data'][number];
/** A person, with their tasks and absences in the planned time. */
export interface Busy {
  userid: number;
  tasks: readonly BusyTask[];
  away: readonly ApprovalAway[];
}
export interface Plan {
  owners: readonly number[];
  span: readonly [Date, Date];
  /** The planned task, if it exists already. */
  taskId?: number;
}

interface Warned {
  /** The task whose last change conflicted with other plans; 0 = none. */
  taskId: number;
  people: readonly Busy[];
}
export const useBusy = create<Warned>(() => ({ taskId: 0, people: [] }));

export const forgetBusy = (): void => useBusy.setState({ taskId: 0, people: [] });

export const ownersOf = ({ task_user }: Pick<Task, 'task_user'>) =>
  task_user.filter((person) => person.owner === 1).map((person) => person.userid);

/**
 * Shows beside a task that was just changed who of its people has other plans at the time. It never asks.
 *
 * @param isBrief  where there is no room beside it: names in a notice
 */
export async function warnOfBusy(
  task: Task,
  owners: readonly number[],
  span: readonly [Date, Date],
  isBrief = false,
): Promise<void> {
  forgetBusy();
  const people = await readBusy({ owners, span, taskId: task.id });
  if (people.length === 0) return;
  if (!isBrief) return useBusy.setState({ taskId: task.id, people });
  const names = people.map(({ userid }) => client.store.get('user', userid)?.nickname).filter(Boolean);
  notify(`${t('busy.title')}: ${names.join(', ')}`);
}

/** Assigns people to a task. */
export async function setOwners(task: Task, userids: readonly number[], isBrief = false): Promise<void> {
  const { start_at, end_at } = task;
  const before = ownersOf(task);
  changeTask(task, { owner: [...userids] });
  const added = userids.filter((userid) => !before.includes(userid));
  if (start_at && end_at) {
    await warnOfBusy(task, added, [parseWire(start_at), parseWire(end_at)], isBrief);
  }
}

/** Reads other people's tasks and absences in a planned time; one's own plans need no warning. */
export async function readBusy({ owners, span: [start, end], taskId = 0 }: Plan): Promise<readonly Busy[]> {
  const others = owners.filter((userid) => userid !== client.user?.userid);
  if (others.length === 0) return [];
  const absent = readAbsences(start, end, others);
  const found = await client.api
    .read(taskEasylists, {
      userid: others,
      timerange: [toWire(start), toWire(end)],
      ...(taskId > 0 && { taskid: taskId }),
    })
    // If the check fails, planning continues.
    .catch(() => null);
  // The answer covers whole days; tasks that only touch the planned time are excluded.
  const within = (found?.data ?? []).filter(
    ({ start_at, end_at }) => start_at && end_at && parseWire(start_at) < end && parseWire(end_at) > start,
  );
  const away = await absent;
  return others
    .map((userid) => ({
      userid,
      tasks: within.filter(({ task_user }) => task_user.some((each) => each.owner === 1 && each.userid === userid)),
      away: away.filter((each) => each.userid === userid),
    }))
    .filter((each) => each.tasks.length + each.away.length > 0);
}

import type { ApprovalAway } from '@atrium/contract/approvals/approvals.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { taskEasylists } from '@atrium/contract/projects/taskExtras.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { create } from 'zustand';
import { readAway } from '#entities/approval/away.ts';
import { changeTask } from '#entities/task/task.actions.ts';
import { client } from '#sync/session.ts';
import { parseWire, toWire } from '#sync/time.ts';

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

interface Asking {
  question: { people: readonly Busy[]; answer: (isSure: boolean) => void } | null;
}
export const useBusy = create<Asking>(() => ({ question: null }));

/** Nobody waits longer for a warning. */
const PATIENCE_MS = 3000;

/** Shows which owners are busy in that time, and asks whether to continue; true if nobody is. */
export async function confirmBusyPeople(plan: Plan): Promise<boolean> {
  if (plan.owners.length === 0) return true;
  const tooLong = new Promise<Busy[]>((resolve) => setTimeout(resolve, PATIENCE_MS, []));
  const people = await Promise.race([whoIsBusy(plan), tooLong]);
  if (people.length === 0) return true;
  return new Promise((resolve) => {
    const answer = (isSure: boolean) => {
      useBusy.setState({ question: null });
      resolve(isSure);
    };
    useBusy.setState({ question: { people, answer } });
  });
}

export const ownersOf = ({ task_user }: Pick<Task, 'task_user'>) =>
  task_user.filter((person) => person.owner === 1).map((person) => person.userid);

/** Checked for the task's other people, not for the person who plans. */
export const confirmBusyOwners = (task: Task, owners: readonly number[], span: readonly [Date, Date]) =>
  confirmBusyPeople({ owners: owners.filter((userid) => userid !== client.user?.userid), span, taskId: task.id });

/** Assigns people to a task; those who are busy in its time are named first. */
export async function setOwners(task: Task, userids: readonly number[]): Promise<void> {
  const { start_at, end_at } = task;
  const before = ownersOf(task);
  const added = userids.filter((userid) => !before.includes(userid));
  const span = start_at && end_at ? ([parseWire(start_at), parseWire(end_at)] as const) : null;
  if (!span || (await confirmBusyOwners(task, added, span))) changeTask(task, { owner: [...userids] });
}

async function whoIsBusy({ owners, span: [start, end], taskId = 0 }: Plan): Promise<Busy[]> {
  const absent = readAway(start, end, owners);
  const found = await client.api
    .read(taskEasylists, {
      userid: [...owners],
      timerange: [toWire(start), toWire(end)],
      ...(taskId > 0 && { taskid: taskId }),
    })
    // A failed check does not prevent planning.
    .catch(() => null);
  // The answer covers whole days; tasks that only touch the planned time are excluded.
  const within = (found?.data ?? []).filter(
    ({ start_at, end_at }) => start_at && end_at && parseWire(start_at) < end && parseWire(end_at) > start,
  );
  const away = await absent;
  return owners
    .map((userid) => ({
      userid,
      tasks: within.filter(({ task_user }) => task_user.some((each) => each.owner === 1 && each.userid === userid)),
      away: away.filter((each) => each.userid === userid),
    }))
    .filter((each) => each.tasks.length + each.away.length > 0);
}

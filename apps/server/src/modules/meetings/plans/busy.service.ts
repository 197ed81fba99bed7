import { BUSY_DAYS, BUSY_TASK_HOURS, type BusyTime, type meetingBusy } from '@atrium/contract/chat/meetingPlans.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { listAbsences } from '#modules/approvals/effects/absences.service';
import { listTaskTimes } from '#modules/tasks/reading/taskTimes.service';
import { listActiveIds } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';
import type { View } from '#platform/work';
import { datesOf } from './occurrences.ts';
import { listPlansIn } from './plans.queries.ts';

const DAY_MS = 86_400_000;
/** Planned meetings of all people at once. */
const PLANS = 5000;

/**
 * Lists the busy times of colleagues for everybody, as with leave; the subjects are not shown. @throws
 * meeting.plan_time
 */
export async function listBusyTimes({ tx }: View, input: InputOf<typeof meetingBusy>) {
  const [from, until] = [parseTime(input.from), parseTime(input.until)];
  if (!from || !until || until <= from || until.getTime() - from.getTime() > BUSY_DAYS * DAY_MS) {
    throw fail('meeting.plan_time');
  }
  const userids = await listActiveIds(tx, [...new Set(input.userids)]);
  if (userids.length === 0) return { list: [] };
  const [away, plans, tasks] = await Promise.all([
    listAbsences(tx, from, until, userids),
    listPlansIn(tx, { userids, from, until, limit: PLANS }),
    listTaskTimes(tx, { userids, from, until, hours: BUSY_TASK_HOURS }),
  ]);
  const list: BusyTime[] = [
    ...away.map((each) => timeOf(each.userid, 'away', each.from, each.to)),
    ...plans
      .filter(({ id }) => id !== input.plan_id)
      .flatMap((plan) => datesOf(plan, from, until).map(({ start, end }) => timeOf(plan.busy, 'meeting', start, end))),
    ...tasks.map((each) => timeOf(each.userid, 'task', each.start_at, each.end_at)),
  ];
  return { list: list.toSorted((a, b) => a.start_at.localeCompare(b.start_at) || a.userid - b.userid) };
}

const timeOf = (userid: number, kind: BusyTime['kind'], start: Date, end: Date): BusyTime => ({
  userid,
  kind,
  start_at: wireTime(start),
  end_at: wireTime(end),
});

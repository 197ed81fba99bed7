import { PLAN_REMIND } from '@atrium/contract/chat/meetingPlans.ts';
import { listActiveIds } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { performWork } from '#platform/work';
import { endMeeting } from '../endMeeting.service.ts';
import { roomsOf } from '../rooms.service.ts';
import { tellPerson } from './invite.service.ts';
import { nextStart } from './occurrences.ts';
import * as queries from './plans.queries.ts';

const AT_ONCE = 1000;
const REMIND_MS = PLAN_REMIND * 60_000;
/** A server that was down does not remind of meetings that began long ago. */
const LATE_MS = 10 * 60_000;
/** A planned meeting ends this long after its last occurrence, so that it can run over. */
const OVER_MS = 6 * 3_600_000;

/** Runs once a minute: the host and the invited people get a message shortly before a meeting. */
export async function remindOfPlans(app: App, now = new Date()): Promise<void> {
  for (const id of await queries.listDuePlans(app.db, new Date(now.getTime() + REMIND_MS), AT_ONCE)) {
    try {
      // Each turn takes one date: after a downtime the one that is due now follows those that were missed.
      while (await remindOnce(app, id, now));
    } catch (error) {
      app.log.error({ err: error, plan: id }, 'could not remind of a meeting');
    }
  }
}

/** Takes the next date of a plan if it is due, and reminds people unless it is late. False if none was due. */
const remindOnce = (app: App, id: number, now: Date): Promise<boolean> =>
  performWork(app, systemCaller, async (work) => {
    const plan = await queries.findPlan(work.tx, id);
    const at = plan?.next_at;
    if (!plan || !at || at.getTime() - now.getTime() > REMIND_MS) return false;
    if (!(await queries.takeReminder(work.tx, id, at, nextStart(plan, at)))) return false;
    if (now.getTime() - at.getTime() > LATE_MS) return true;
    const people = [...new Set([plan.userid, ...(await queries.listPlanPeople(work.tx, id))])];
    for (const userid of (await listActiveIds(work.tx, people)).toSorted((a, b) => a - b)) {
      await tellPerson({ ...work, now }, plan, userid, 'meeting_plan_soon', at);
    }
    return true;
  });

/** Ends planned meetings that took place for the last time, unless somebody is still there. */
export async function endPlans(app: App, now = new Date()): Promise<void> {
  const present = new Set(roomsOf(app).present());
  for (const { meeting_id } of await queries.listOverPlans(app.db, new Date(now.getTime() - OVER_MS))) {
    if (present.has(meeting_id)) continue;
    await performWork(app, systemCaller, (work) => endMeeting({ ...work, now }, meeting_id, { isFinal: true }));
  }
}

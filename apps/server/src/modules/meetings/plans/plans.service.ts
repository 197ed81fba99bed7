import * as contract from '@atrium/contract/chat/meetingPlans.ts';
import { isEmail } from '@atrium/contract/formats.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { findUser, listActiveIds } from '#modules/users/users.service';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';
import { readerZone, zoneOf } from '#platform/time/zone';
import type { View, Work } from '#platform/work';
import { endMeeting } from '../endMeeting.service.ts';
import { isMeetingOpen } from '../meetings.access.ts';
import { createMeeting } from '../newMeeting.service.ts';
import { inviteToPlan, tellOfDate } from './invite.service.ts';
import {
  datesOf,
  endOf,
  isInRhythm,
  isLastInMonth,
  localTime,
  nextStart,
  occurrences,
  placeInMonth,
  type Rhythm,
} from './occurrences.ts';
import * as queries from './plans.queries.ts';

/** Plans of one person that are not over. */
const PLANS = 500;
/** Plans that a calendar shows at once. */
const SHOWN = 2000;
const SAVES_PER_HOUR = 60;
const MAILS_PER_DAY = 100;
const HOUR_MS = 3_600_000;
/** The longest time that a calendar shows at once. */
const SHOWN_MS = 100 * 24 * HOUR_MS;
const FAR_MS = 5 * 366 * 24 * HOUR_MS;

/** @throws meeting.plan_gone  also for somebody who is not invited */
async function planFor({ tx, caller }: View, id: number, isHost: boolean): Promise<queries.PlanRow> {
  const plan = await queries.findPlan(tx, id);
  if (!plan) throw fail('meeting.plan_gone');
  if (plan.userid === caller.userid) return plan;
  if (isHost || !(await queries.listPlanPeople(tx, id)).includes(caller.userid)) throw fail('meeting.plan_gone');
  return plan;
}

async function present({ tx, caller }: View, plan: queries.PlanRow): Promise<contract.MeetingPlan> {
  const { id, meetingid, name, userid, start_at, until_at } = plan;
  return {
    ...{ id, meetingid, name, userid },
    start_at: wireTime(start_at),
    end_at: wireTime(endOf(start_at, plan)),
    repeat: plan.repeat as contract.PlanRepeat,
    until_at: wireTime(until_at),
    timezone: plan.timezone,
    userids: await queries.listPlanPeople(tx, id),
    emails: userid === caller.userid ? await queries.listPlanGuests(tx, id) : [],
  };
}

function timesOf(input: InputOf<typeof contract.meetingPlanSave>, timezone: string, now: Date) {
  const start_at = parseTime(input.start_at);
  const { minutes, repeat: wanted = 'never' } = input;
  const until_at = input.until_at && wanted !== 'never' ? parseTime(input.until_at) : null;
  const isOdd = (at: Date | null) => !at || Math.abs(at.getTime() - now.getTime()) > FAR_MS;
  if (!start_at || isOdd(start_at) || (input.until_at && wanted !== 'never' && isOdd(until_at))) {
    throw fail('meeting.plan_time');
  }
  const rhythm = { start_at, minutes, repeat: rhythmOf(wanted, start_at, timezone), until_at, timezone };
  // On weekdays, one that begins at a weekend begins on Monday.
  const [first] = occurrences(rhythm, start_at, new Date(start_at.getTime() + FAR_MS));
  if (!first) throw fail('meeting.plan_time');
  const begun = { ...rhythm, start_at: first.start };
  const next_at = nextStart(begun, now);
  // The last of it must not be over.
  if (!next_at && first.end <= now) throw fail('meeting.plan_time');
  return { ...begun, next_at };
}

/** The next date, unless people were reminded of it before this change: then the one after it. */
function nextToRemind({ reminded_at }: queries.PlanRow, rhythm: Rhythm, now: Date): Date | null {
  const next = nextStart(rhythm, now);
  return next && next.getTime() === reminded_at?.getTime() ? nextStart(rhythm, next) : next;
}

/** The fifth of a weekday is the last one, and one that is not the last keeps its place from the beginning. */
function rhythmOf(wanted: contract.PlanRepeat, start_at: Date, timezone: string): contract.PlanRepeat {
  const day = localTime(start_at, { timezone });
  if (wanted === 'monthweek' && placeInMonth(day.day) > 4) return 'monthlast';
  if (wanted === 'monthlast' && !isLastInMonth(day)) return 'monthweek';
  return wanted;
}

export async function savePlan(work: Work, input: InputOf<typeof contract.meetingPlanSave>) {
  const { app, tx, caller, now } = work;
  if (!(await isMeetingOpen(app))) throw fail('meeting.closed');
  if (!app.limiter.take(`meeting:plan:${caller.userid}`, SAVES_PER_HOUR, HOUR_MS)) throw fail('rate.limited');
  const timezone = input.timezone ? zoneOf(input.timezone) : readerZone((await findUser(tx, caller.userid)) ?? NO_ZONE);
  const times = timesOf(input, timezone, now);
  const emails = [...new Set((input.emails ?? []).map((each) => each.trim().toLowerCase()).filter(Boolean))];
  const odd = emails.find((each) => !isEmail(each));
  if (odd) throw fail('meeting.plan_email', { email: odd });
  for (const _ of emails) {
    if (!app.limiter.take(`meeting:mails:${caller.userid}`, MAILS_PER_DAY, 24 * HOUR_MS)) throw fail('rate.limited');
  }
  const userids = (await listActiveIds(tx, [...new Set(input.userids)])).filter((id) => id !== caller.userid);

  let id = input.id ?? 0;
  let before = { userids: [] as number[], emails: [] as string[] };
  if (id) {
    const plan = await planFor(work, id, true);
    before = { userids: await queries.listPlanPeople(tx, id), emails: await queries.listPlanGuests(tx, id) };
    // Dates that were moved or canceled are known by their regular beginnings, which another length or end leaves.
    const known = hasSameBeginnings(plan, times) ? plan.changes : [];
    const kept = known.map(({ at }) => new Date(at)).filter((at) => isInRhythm(times, at));
    await queries.forgetDates(tx, id, kept);
    await queries.changeLengths(tx, id, plan.minutes, times.minutes);
    const { changes } = (await queries.findPlan(tx, id)) ?? plan;
    await queries.changePlan(tx, id, { ...times, next_at: nextToRemind(plan, { ...times, changes }, now) });
    await queries.renameMeeting(tx, plan.meeting_id, input.name);
  } else {
    if ((await queries.countPlans(tx, caller.userid)) >= PLANS) throw fail('meeting.plan_limit', { limit: PLANS });
    const meeting = await createMeeting(work, { name: input.name, is_lasting: true });
    ({ id } = await queries.insertPlan(tx, { meeting_id: meeting.id, ...times }));
  }
  await queries.replaceInvited(tx, id, { userids, emails });
  const plan = await planFor(work, id, true);
  await inviteToPlan(work, plan, { userids, emails }, before);
  announceChange(work, caller.userid, ...userids, ...before.userids);
  return present(work, plan);
}

/** Open calendars load their meetings again, on all devices of these people. */
function announceChange(work: Work, ...userids: number[]): void {
  work.emit(contract.meetingPlansChanged, toUsers(...new Set(userids)), {});
}

const NO_ZONE = { timezone: '' };

const hasSameBeginnings = (a: Rhythm, b: Rhythm) =>
  a.start_at.getTime() === b.start_at.getTime() && a.repeat === b.repeat && a.timezone === b.timezone;

/**
 * Moves or cancels one date of a meeting that repeats, and tells the people who are invited.
 *
 * @throws meeting.plan_gone, meeting.plan_time  also where the meeting has no such date, or it is over
 */
export async function changeOneDate(work: Work, input: InputOf<typeof contract.meetingPlanDate>) {
  const { app, tx, caller, now } = work;
  if (!(await isMeetingOpen(app))) throw fail('meeting.closed');
  const plan = await planFor(work, input.id, true);
  if (!app.limiter.take(`meeting:plan:${caller.userid}`, SAVES_PER_HOUR, HOUR_MS)) throw fail('rate.limited');
  const emails = await queries.listPlanGuests(tx, plan.id);
  for (const _ of emails) {
    if (!app.limiter.take(`meeting:mails:${caller.userid}`, MAILS_PER_DAY, 24 * HOUR_MS)) throw fail('rate.limited');
  }
  const at = parseTime(input.at);
  if (!at || plan.repeat === 'never' || !isInRhythm(plan, at)) throw fail('meeting.plan_time');
  const before = plan.changes.find((each) => new Date(each.at).getTime() === at.getTime());
  if (before?.start_at === null) throw fail('meeting.plan_time');
  const present = before?.start_at ? new Date(before.start_at) : at;
  if (endOf(present, before ?? plan) <= now) throw fail('meeting.plan_time');
  const start_at = input.start_at ? parseTime(input.start_at) : null;
  const isOdd = start_at && Math.abs(start_at.getTime() - now.getTime()) > FAR_MS;
  if (input.start_at && (!start_at || start_at <= now || isOdd)) throw fail('meeting.plan_time');
  const change = { at, start_at, minutes: input.minutes ?? before?.minutes ?? plan.minutes };
  await queries.changeDate(tx, { plan_id: plan.id, ...change });
  const { changes } = (await queries.findPlan(tx, plan.id)) ?? plan;
  await queries.changePlan(tx, plan.id, { next_at: nextToRemind(plan, { ...plan, changes }, now) });
  const changed = await planFor(work, plan.id, true);
  const userids = await queries.listPlanPeople(tx, plan.id);
  await tellOfDate(work, changed, { ...change, from: present }, { userids, emails });
  announceChange(work, caller.userid, ...userids);
  return {};
}

export const onePlan = async (view: View, { id }: InputOf<typeof contract.meetingPlanOne>) =>
  present(view, await planFor(view, id, false));

export async function listDates({ tx, caller }: View, input: InputOf<typeof contract.meetingPlanList>) {
  const [from, until] = [parseTime(input.from), parseTime(input.until)];
  if (!from || !until || until.getTime() - from.getTime() > SHOWN_MS) throw fail('meeting.plan_time');
  const plans = await queries.listPlansIn(tx, { userids: [caller.userid], from, until, limit: SHOWN });
  const list = plans.flatMap((plan) =>
    datesOf(plan, from, until).map(
      ({ at, start, end }): contract.MeetingDate => ({
        plan_id: plan.id,
        at: wireTime(at),
        meetingid: plan.meetingid,
        name: plan.name,
        userid: plan.userid,
        start_at: wireTime(start),
        end_at: wireTime(end),
        repeat: plan.repeat as contract.PlanRepeat,
        ...(plan.end_at && { is_over: true }),
      }),
    ),
  );
  return { list: list.toSorted((a, b) => a.start_at.localeCompare(b.start_at)) };
}

/** Ends the meeting too; people in the room stay until they leave. */
export async function deletePlan(work: Work, { id }: InputOf<typeof contract.meetingPlanDelete>) {
  await cancelPlan(work, await planFor(work, id, true));
  return {};
}

async function cancelPlan(work: Work, plan: queries.PlanRow): Promise<void> {
  const invited = {
    userids: await queries.listPlanPeople(work.tx, plan.id),
    emails: await queries.listPlanGuests(work.tx, plan.id),
  };
  await inviteToPlan(work, plan, { userids: [], emails: [] }, invited);
  await endMeeting(work, plan.meeting_id, { isFinal: true });
  announceChange(work, plan.userid, ...invited.userids);
}

/** The planned meetings of a person who leaves: nobody else could change or cancel them. */
export async function passPlans(work: Work, userid: number, receiver: number | null): Promise<void> {
  for (const plan of await queries.listHostedPlans(work.tx, userid)) {
    if (!receiver) {
      await cancelPlan(work, plan);
      continue;
    }
    await queries.passPlan(work.tx, plan, receiver);
    announceChange(work, receiver, ...(await queries.listPlanPeople(work.tx, plan.id)));
  }
}

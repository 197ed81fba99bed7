import { type Static, Type } from 'typebox';
import { call, DateTime, Empty, errors, event, Id, Ids, Line, MaybeId, Nullable, OneOf } from '../kit.ts';
import { MEETING_NAME } from './meetings.ts';

export const PLAN_PEOPLE = 200;
export const PLAN_GUESTS = 20;
/** Minutes before the beginning at which the meeting bot reminds. */
export const PLAN_REMIND = 10;
/** Minutes before the beginning from which the meeting can be joined. */
export const PLAN_EARLY = 15;
/** `monthweek` is on the same weekday of the month, such as its second Friday, and `monthlast` on its last one. */
export const PLAN_REPEATS = [
  'never',
  'day',
  'weekdays',
  'week',
  'twoweeks',
  'month',
  'monthweek',
  'monthlast',
] as const;
export type PlanRepeat = (typeof PLAN_REPEATS)[number];

export const MeetingPlan = Type.Object({
  id: Id(),
  /** Eleven digits for joining. */
  meetingid: Type.String(),
  name: Type.String(),
  /** The host. */
  userid: Id(),
  start_at: DateTime(),
  end_at: DateTime(),
  repeat: OneOf(...PLAN_REPEATS),
  /** The last day of repetitions. */
  until_at: Nullable(DateTime()),
  /** The zone in which it stays at its hour when clocks change. */
  timezone: Type.String(),
  userids: Type.Array(Id()),
  /** Mail addresses of people without an account; only its host gets them. */
  emails: Type.Array(Type.String()),
});
export type MeetingPlan = Static<typeof MeetingPlan>;

/** One occurrence of a planned meeting. */
export const MeetingDate = Type.Object({
  plan_id: Id(),
  /** The regular beginning; `start_at` differs if this date was moved. */
  at: DateTime(),
  meetingid: Type.String(),
  name: Type.String(),
  userid: Id(),
  start_at: DateTime(),
  end_at: DateTime(),
  repeat: OneOf(...PLAN_REPEATS),
  /** The whole meeting is over or canceled, and can no longer be changed. This date took place before. */
  is_over: Type.Optional(Type.Boolean()),
});
export type MeetingDate = Static<typeof MeetingDate>;

export const meetingPlanErrors = errors({
  'meeting.plan_gone': { ret: 0 },
  'meeting.plan_time': { ret: 0 },
  'meeting.plan_limit': { ret: 0 },
  'meeting.plan_email': { ret: 0 },
});

export const meetingPlanSave = call('users/meeting/plan/save', {
  summary: 'Plans a meeting, or changes one of the caller’s, and invites people by message and mail.',
  access: 'user',
  input: Type.Object({
    id: MaybeId(),
    name: Line({ minLength: 1, maxLength: MEETING_NAME }),
    start_at: Type.String({ maxLength: 30 }),
    minutes: Type.Integer({ minimum: 5, maximum: 24 * 60, wire: 'int' }),
    repeat: Type.Optional(OneOf(...PLAN_REPEATS)),
    until_at: Type.Optional(Type.String({ maxLength: 30 })),
    /** The zone in which it stays at its hour when clocks change; by default the caller's. */
    timezone: Type.Optional(Line({ maxLength: 64 })),
    userids: Type.Optional(Ids(PLAN_PEOPLE)),
    emails: Type.Optional(Type.Array(Line({ maxLength: 200 }), { maxItems: PLAN_GUESTS })),
  }),
  output: MeetingPlan,
  errors: [
    'meeting.plan_gone',
    'meeting.plan_time',
    'meeting.plan_limit',
    'meeting.plan_email',
    'meeting.closed',
    'parameter',
    'rate.limited',
  ],
});
export const meetingPlanDate = call('users/meeting/plan/date', {
  summary: 'Moves one date of a repeated meeting of the caller’s, or cancels it, and tells the people who are invited.',
  access: 'user',
  input: Type.Object({
    id: Id(),
    /** The date: when it begins in the rhythm. */
    at: Type.String({ maxLength: 30 }),
    /** The new beginning; without it, the date is canceled. */
    start_at: Type.Optional(Type.String({ maxLength: 30 })),
    minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 24 * 60, wire: 'int' })),
  }),
  output: Empty(),
  errors: ['meeting.plan_gone', 'meeting.plan_time', 'meeting.closed', 'rate.limited'],
});
export const meetingPlanOne = call('users/meeting/plan/one', {
  summary: 'Returns a planned meeting to its host and the people who are invited.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: MeetingPlan,
  errors: ['meeting.plan_gone'],
});
export const meetingPlanList = call('users/meeting/plan/lists', {
  summary: 'Lists the planned meetings of the caller in a time, one entry for each repetition.',
  access: 'user',
  input: Type.Object({ from: Type.String({ maxLength: 30 }), until: Type.String({ maxLength: 30 }) }),
  output: Type.Object({ list: Type.Array(MeetingDate) }),
  errors: ['meeting.plan_time'],
});
export const meetingPlanDelete = call('users/meeting/plan/delete', {
  summary: 'Cancels a planned meeting of the caller’s and tells the people who are invited.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['meeting.plan_gone'],
});

/** To the host and the people invited before or after the change: a planned meeting or one of its dates has changed. */
export const meetingPlansChanged = event('meeting', 'plans', Type.Object({}));
export const meetingPlanEvents = [meetingPlansChanged] as const;

export const BUSY_PEOPLE = 20;
export const BUSY_DAYS = 32;
/** From this number of hours on, a task is planned for a day rather than for single hours. */
export const BUSY_TASK_HOURS = 8;
const BusyTime = Type.Object({
  userid: Id(),
  kind: OneOf('away', 'meeting', 'task'),
  start_at: DateTime(),
  end_at: DateTime(),
});
export type BusyTime = Static<typeof BusyTime>;

export const meetingBusy = call('users/meeting/busy', {
  summary:
    'Lists when people are away, in planned meetings, or at tasks of less than eight hours, without saying what.',
  access: 'user',
  input: Type.Object({
    userids: Ids(BUSY_PEOPLE),
    from: Type.String({ maxLength: 30 }),
    until: Type.String({ maxLength: 30 }),
    /** Excluded: the planned meeting that is being changed. */
    plan_id: MaybeId(),
  }),
  output: Type.Object({ list: Type.Array(BusyTime) }),
  errors: ['meeting.plan_time'],
});

export const meetingPlanCalls = [
  meetingPlanSave,
  meetingPlanDate,
  meetingPlanOne,
  meetingPlanList,
  meetingPlanDelete,
  meetingBusy,
] as const;

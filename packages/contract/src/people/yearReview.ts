import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Id, MaybeInt, Nullable, Text } from '../kit.ts';

/** A task with the time from its start (or creation) to its completion. */
const TimedTask = Type.Object({ id: Id(), name: Type.String(), seconds: Count() });
const Someone = { userid: Id(), nickname: Type.String(), userimg: Type.String() };

export const FIRST_YEAR = 2000;

/** A summary of one person's year, from records that they can still see. */
export const YearReview = Type.Object({
  year: Type.Integer(),
  user: Type.Object(Someone),
  /** The time at which the account was created. */
  hire_date: DateTime(),
  /** The days from then to the end of the year, or to now. */
  tenure_days: Count(),
  latest_online_time: Nullable(DateTime()),
  /** With whom most direct messages were exchanged; null without any. */
  longest_chat_user: Nullable(Type.Object({ ...Someone, chat_num: Count() })),
  /** Messages sent to assistants. */
  chat_al_num: Count(),
  file_created_num: Count(),
  /** Up to five, by the number of tasks completed in them. */
  projects: Type.Array(Type.Object({ id: Id(), name: Type.String(), completed: Count() })),
  tasks: Type.Object({
    /** Owned, and created or completed in the year. */
    total: Count(),
    completed: Count(),
    /** Completed after their end. */
    overtime: Count(),
    longest_task: Nullable(TimedTask),
    fastest_task: Nullable(TimedTask),
    /** Completed tasks of January to December. */
    month_completed_task: Type.Array(Count(), { minItems: 12, maxItems: 12 }),
  }),
});
export type YearReview = Static<typeof YearReview>;

export const yearReview = call('users/annual/report', {
  summary:
    'Returns what the caller did in a year: tasks completed, by month, the longest and the fastest of them, projects, files, and whom they talked to most. By default the current year, in `timezone`.',
  access: 'user',
  input: Type.Object({
    year: MaybeInt({ minimum: FIRST_YEAR, maximum: 2100 }),
    /** A name such as `Europe/Berlin`; by default the server's. */
    timezone: Type.Optional(Text({ maxLength: 100 })),
  }),
  output: YearReview,
  errors: ['parameter', 'rate.limited'],
});

import type { PlanRepeat } from '@atrium/contract/chat/meetingPlans.ts';
import { readerZone } from '#platform/time/zone';

/** One date that takes place at another time, or not at all. */
export interface DateChange {
  /** The regular beginning. Times are text if they come from the database inside a row. */
  at: Date | string;
  /** Null if it is canceled. */
  start_at: Date | string | null;
  minutes: number;
}

export interface Rhythm {
  start_at: Date;
  minutes: number;
  repeat: string;
  /** The last day, at midnight UTC. */
  until_at: Date | null;
  /** The zone in which the meeting stays at its hour when clocks change; '' = UTC. */
  timezone: string;
  changes?: readonly DateChange[];
}

/** One date of a planned meeting. */
interface Occurrence {
  /** The regular beginning, which identifies the occurrence. */
  at: Date;
  start: Date;
  end: Date;
}

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;
/** Steps looked at: more than fifty years of a daily meeting. */
const STEPS = 20_000;

export const endOf = (start: Date, { minutes }: Pick<Rhythm, 'minutes'>): Date =>
  new Date(start.getTime() + minutes * 60_000);

export const localTime = (at: Date, plan: Pick<Rhythm, 'timezone'>): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(readerZone(plan));

/** The number of a day among the same weekdays of its month, from 1. */
export const placeInMonth = (day: number): number => Math.ceil(day / DAYS_OF_WEEK);
export const isLastInMonth = ({ day, daysInMonth }: { day: number; daysInMonth: number }): boolean =>
  day + DAYS_OF_WEEK > daysInMonth;

/** The day with this number in a rhythm, counted from 0; null if there is no meeting on it. */
function dayOf(first: Temporal.PlainDate, repeat: PlanRepeat, index: number): Temporal.PlainDate | null {
  switch (repeat) {
    case 'never':
      return index === 0 ? first : null;
    case 'day':
      return first.add({ days: index });
    case 'weekdays': {
      const day = first.add({ days: index });
      return day.dayOfWeek > 5 ? null : day;
    }
    case 'week':
      return first.add({ days: DAYS_OF_WEEK * index });
    case 'twoweeks':
      return first.add({ days: 2 * DAYS_OF_WEEK * index });
    case 'month':
      // A shorter month uses its last day.
      return first.add({ months: index });
    case 'monthweek': {
      const month = first.with({ day: 1 }).add({ months: index });
      const ahead = (first.dayOfWeek - month.dayOfWeek + DAYS_OF_WEEK) % DAYS_OF_WEEK;
      return month.add({ days: ahead + DAYS_OF_WEEK * (placeInMonth(first.day) - 1) });
    }
    case 'monthlast': {
      const month = first.with({ day: 1 }).add({ months: index });
      const end = month.with({ day: month.daysInMonth });
      return end.subtract({ days: (end.dayOfWeek - first.dayOfWeek + DAYS_OF_WEEK) % DAYS_OF_WEEK });
    }
  }
}

/** The regular beginnings of occurrences that are not over at `from`, in order; endless for a rhythm without an end. */
function* beginnings(rhythm: Rhythm, from: Date): Generator<Date> {
  const { start_at, until_at, repeat } = rhythm;
  const first = localTime(start_at, rhythm);
  const last = until_at && Temporal.PlainDate.from(until_at.toISOString().slice(0, 10));
  const plainTime = first.toPlainTime();
  // Long rhythms are not counted from their beginning.
  const days = { day: 1, weekdays: 1, week: 7, twoweeks: 14, month: 31, monthweek: 35, monthlast: 35, never: 1 };
  const passed = from.getTime() - endOf(start_at, rhythm).getTime();
  const begin = repeat === 'never' ? 0 : Math.max(0, Math.floor(passed / (days[repeat as PlanRepeat] * DAY_MS)) - 1);
  for (let index = begin; index < begin + STEPS; index++) {
    if (repeat === 'never' && index > 0) return;
    const day = dayOf(first.toPlainDate(), repeat as PlanRepeat, index);
    if (!day) continue;
    if (last && Temporal.PlainDate.compare(day, last) > 0) return;
    const at = new Date(day.toZonedDateTime({ timeZone: first.timeZoneId, plainTime }).epochMilliseconds);
    if (endOf(at, rhythm) > from) yield at;
  }
}

/** Dates that are not over at `from` and begin before `until`, in order. */
export function* occurrences(rhythm: Rhythm, from: Date, until: Date): Generator<Occurrence> {
  const changed = new Set(rhythm.changes?.map(({ at }) => new Date(at).getTime()));
  const moved = (rhythm.changes ?? [])
    .flatMap(({ at, start_at, minutes }): Occurrence[] => {
      if (!start_at) return [];
      const start = new Date(start_at);
      return [{ at: new Date(at), start, end: endOf(start, { minutes }) }];
    })
    .filter(({ start, end }) => end > from && start < until)
    .toSorted((a, b) => a.start.getTime() - b.start.getTime());
  for (const at of beginnings(rhythm, from)) {
    if (at >= until) break;
    while (moved[0] && moved[0].start <= at) yield moved.shift() as Occurrence;
    if (!changed.has(at.getTime())) yield { at, start: at, end: endOf(at, rhythm) };
  }
  yield* moved;
}

/** The same, without those that were canceled with the whole meeting. */
export const datesOf = (plan: Rhythm & { end_at: Date | null }, from: Date, until: Date): Occurrence[] =>
  [...occurrences(plan, from, until)].filter(({ end }) => !plan.end_at || end <= plan.end_at);

/** True if an occurrence regularly begins at this moment. */
export function isInRhythm(rhythm: Rhythm, at: Date): boolean {
  for (const each of beginnings(rhythm, at)) if (each >= at) return each.getTime() === at.getTime();
  return false;
}

const FAR = new Date(8.64e15);
/** The first date that begins after a moment; null if there is none. */
export function nextStart(rhythm: Rhythm, after: Date): Date | null {
  for (const { start } of occurrences(rhythm, after, FAR)) if (start > after) return start;
  return null;
}
/** The end of the last one; null if it never ends. */
export function lastEnd(rhythm: Rhythm): Date | null {
  if (rhythm.repeat !== 'never' && !rhythm.until_at) return null;
  let last = endOf(rhythm.start_at, rhythm);
  for (const { end } of occurrences(rhythm, rhythm.start_at, FAR)) if (end > last) last = end;
  return last;
}

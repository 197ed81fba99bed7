import type { Task } from '@atrium/contract/projects/tasks.ts';

/** A time range on the reader's clock. */
export interface TimeRange {
  start: Date;
  end: Date;
}

const DAY_MS = 86_400_000;
const BEFORE_DAYS = 7;
const AFTER_DAYS = 30;
const LEAST_DAYS = 90;
/** A time that is further away is cut, because a mistyped year must not create a timeline that no browser can draw. */
const FAR_DAYS = 30 * 366;

export function midnight(at: Date): Date {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  return day;
}

/** The same time some days later, across clock changes too. */
export function plusDays(at: Date, days: number): Date {
  const later = new Date(at);
  later.setDate(later.getDate() + days);
  return later;
}

/** The whole days between two midnights. Days of 23 and 25 hours count as one. */
export const daysBetween = (from: Date, to: Date) =>
  Math.round((midnight(to).getTime() - midnight(from).getTime()) / DAY_MS);

/** The position of a time, in days and fractions. */
function placeOf(from: Date, at: Date): number {
  const start = midnight(at);
  const length = plusDays(start, 1).getTime() - start.getTime();
  return daysBetween(from, at) + (at.getTime() - start.getTime()) / length;
}

/** The planned time of a task; a task without one is on the day it was created. `parse` reads the wire's times. */
export function stretchOf(task: Task, parse: (wire: string) => Date): TimeRange & { isPlanned: boolean } {
  if (task.end_at) {
    const end = parse(task.end_at);
    const start = task.start_at ? parse(task.start_at) : midnight(end);
    return { start: start < end ? start : midnight(end), end, isPlanned: true };
  }
  const start = midnight(parse(task.created_at));
  return { start, end: plusDays(start, 1), isPlanned: false };
}

/** The days of a timeline: everything within thirty years with a margin, today included. */
export function rangeOf(stretches: readonly TimeRange[], now: Date): { from: Date; days: number } {
  const [first, end] = [plusDays(now, -FAR_DAYS).getTime(), plusDays(now, FAR_DAYS).getTime()];
  const times = stretches.flatMap((each) => [each.start.getTime(), each.end.getTime()]);
  const near = [now.getTime(), ...times.map((time) => Math.min(end, Math.max(first, time)))];
  const from = plusDays(midnight(new Date(near.reduce((a, b) => Math.min(a, b)))), -BEFORE_DAYS);
  const last = plusDays(midnight(new Date(near.reduce((a, b) => Math.max(a, b)))), AFTER_DAYS);
  return { from, days: Math.max(LEAST_DAYS, daysBetween(from, last)) };
}

/** Left edge and width in days, limited to the longest timeline. */
export function barOf(from: Date, { start, end }: TimeRange): { left: number; width: number } {
  const within = (at: Date) => Math.min(3 * FAR_DAYS, Math.max(0, placeOf(from, at)));
  const left = within(start);
  return { left, width: within(end) - left };
}

export type DragHandle = 'move' | 'start' | 'end';

/** A range dragged by some days; one that would end before it begins stays one day long. */
export function dragRange({ start, end }: TimeRange, grip: DragHandle, days: number): TimeRange {
  if (grip === 'move') return { start: plusDays(start, days), end: plusDays(end, days) };
  if (grip === 'start') {
    const moved = plusDays(start, days);
    return { start: moved < end ? moved : midnight(end) < end ? midnight(end) : plusDays(end, -1), end };
  }
  const moved = plusDays(end, days);
  return { start, end: moved > start ? moved : plusDays(midnight(start), 1) };
}

export interface MonthSpan {
  at: Date;
  first: number;
  days: number;
}

/** The months of a range, with the first and last ones cut. */
export function monthsOf(from: Date, days: number): MonthSpan[] {
  const months: MonthSpan[] = [];
  for (let first = 0; first < days; ) {
    const at = plusDays(from, first);
    const next = new Date(at.getFullYear(), at.getMonth() + 1, 1);
    const length = Math.min(days - first, daysBetween(at, next));
    months.push({ at, first, days: length });
    first += length;
  }
  return months;
}

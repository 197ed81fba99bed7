import type { Task } from '@atrium/contract/projects/tasks.ts';
import { midnight, plusDays } from './timeline.ts';

/** Planned start and end, in the wire's format; empty if both are missing. */
export interface Times {
  start_at: string | null;
  end_at: string | null;
}

/**
 * A side effect of changing a task's time that needs a confirmation.
 *
 * clear: it loses its time. clear_subtasks: so do its subtasks. set_parent: its main task had none and gets this one.
 * widen_parent: its main task ends later or begins earlier. sync_subtasks: subtasks outside are moved inside.
 */
export type TimeQuestion = 'clear' | 'clear_subtasks' | 'set_parent' | 'widen_parent' | 'sync_subtasks';

type Timed = Pick<Task, 'start_at' | 'end_at'>;

/**
 * Returns the side effects that need a confirmation. `family` is the main task of a subtask, or the subtasks of a main
 * task. Wire times compare as text.
 */
export function questionsFor(
  task: Timed & Pick<Task, 'parent_id'>,
  next: Times,
  family: { main?: Timed | undefined; subtasks?: readonly Timed[] },
): TimeQuestion[] {
  const { start_at, end_at } = next;
  const timed = (family.subtasks ?? []).filter((sub) => sub.end_at !== null);
  if (!start_at || !end_at) {
    const cleared: TimeQuestion[] = task.end_at ? ['clear'] : [];
    return task.parent_id === 0 && timed.length > 0 ? [...cleared, 'clear_subtasks'] : cleared;
  }
  if (task.parent_id > 0) {
    const { main } = family;
    if (!main) return [];
    if (!main.start_at || !main.end_at) return ['set_parent'];
    return start_at < main.start_at || end_at > main.end_at ? ['widen_parent'] : [];
  }
  const isOutside = (sub: Timed) => (sub.start_at ?? start_at) < start_at || (sub.end_at ?? end_at) > end_at;
  return timed.some(isOutside) ? ['sync_subtasks'] : [];
}

/** The hours of work: `09:00` and `18:00`, or the workspace's setting. */
export type DayTimes = readonly string[];

function at(day: Date, time: string | undefined, fallback: string): Date {
  const [hours = 0, minutes = 0] = (time ?? fallback).split(':').map(Number);
  const moment = midnight(day);
  moment.setHours(hours, minutes, 0, 0);
  return moment;
}
const begin = (day: Date, times: DayTimes) => at(day, times[0], '09:00');
const close = (day: Date, times: DayTimes) => at(day, times[1], '18:00');

/** The time from the start of work on the first day until its end on the last. */
export const workingDays = (first: Date, last: Date, times: DayTimes): [Date, Date] => [
  begin(first, times),
  close(last, times),
];

const isUnset = (moment: Date) => {
  const minutes = moment.getHours() * 60 + moment.getMinutes();
  return minutes === 0 || minutes === 23 * 60 + 59;
};

/** Dates without times mean working hours: pickers fill in 00:00 and 23:59. */
export const withDayTimes = (start: Date, end: Date, times: DayTimes): [Date, Date] => [
  isUnset(start) ? begin(start, times) : start,
  isUnset(end) ? close(end, times) : end,
];

/** Returns the span of a task, which ends on its last day: midnight at the end means the end of the day before. */
export function spanUntil(start: Date, end: Date): [Date, Date] {
  const isMidnight = end.getHours() === 0 && end.getMinutes() === 0 && end.toDateString() !== start.toDateString();
  return [start, isMidnight ? new Date(end.getTime() - 60_000) : end];
}

export const TIME_SHORTCUTS = ['today', 'tomorrow', 'week', 'month', 'days3', 'days5', 'days7'] as const;
export type TimeShortcut = (typeof TIME_SHORTCUTS)[number];

/**
 * Returns the time from today (`tomorrow`: from then) until the end of the named period. `firstDay` of the week: 1
 * Monday ... 7 Sunday.
 */
export function shortcutTimes(shortcut: TimeShortcut, now: Date, times: DayTimes, firstDay = 1): [Date, Date] {
  const tomorrow = plusDays(now, 1);
  const sinceFirst = (now.getDay() - firstDay + 7) % 7;
  switch (shortcut) {
    case 'today':
      return workingDays(now, now, times);
    case 'tomorrow':
      return workingDays(tomorrow, tomorrow, times);
    case 'week':
      return workingDays(now, plusDays(now, 6 - sinceFirst), times);
    case 'month':
      return workingDays(now, new Date(now.getFullYear(), now.getMonth() + 1, 0), times);
    default:
      return workingDays(now, plusDays(now, Number(shortcut.slice(4))), times);
  }
}

/** A delay by a duration, or to the end of work today or tomorrow. */
export type Delay = { by: number; unit: 'hour' | 'day' } | { to: 'today' | 'tomorrow' };
export const DELAYS: readonly Delay[] = [
  { to: 'today' },
  { to: 'tomorrow' },
  ...[1, 2, 3, 5].map((by) => ({ by, unit: 'day' as const })),
];

const HOUR_MS = 3_600_000;
/** The end of a delayed task. A delay by days keeps the time of day when clocks change. */
export function delayedEnd(end: Date, delay: Delay, now: Date, times: DayTimes): Date {
  if ('to' in delay) return close(delay.to === 'today' ? now : plusDays(now, 1), times);
  if (delay.unit === 'hour') return new Date(end.getTime() + delay.by * HOUR_MS);
  const later = new Date(end);
  later.setDate(later.getDate() + delay.by);
  return later;
}

import { truncate } from '#platform/events/truncate';
import { fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';

export interface Span {
  start_at: Date | null;
  end_at: Date | null;
}

/** `"a,b"`, `[a, b]` or `[a, b, remark]`. */
type SentTimes = string | readonly (string | null)[];

/** The hours at which a date without a time begins and ends, on the clock of the person who sends it. */
export interface WorkingDay {
  hours: readonly string[];
  zone: string;
}

const partsOf = (times: SentTimes) => (typeof times === 'string' ? times.split(',') : times).map((part) => part ?? '');

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text.trim());

/** True if one of the times is a date without a time. */
export const hasDay = (times: SentTimes | undefined): boolean =>
  times !== undefined && partsOf(times).slice(0, 2).some(isDay);

/**
 * Parses `"a,b"`, `[a, b]` or `[a, b, remark]`. An empty value clears the times, an end alone is a deadline. Null if
 * the value is unusable and `bad` says to ignore that.
 *
 * @throws task.times  if the end is not after the start
 */
export function parseTimes(
  times: SentTimes | undefined,
  bad: 'ignore' | 'refuse',
  { hours, zone }: WorkingDay,
): Span | null {
  if (times === undefined) return null;
  const [from = '', to = ''] = partsOf(times);
  if (!from && !to) return bad === 'ignore' ? null : { start_at: null, end_at: null };
  const [start, end] = [momentOf(from, hours[0], zone), momentOf(to, hours[1], zone)];
  if (end && !from) return { start_at: null, end_at: end };
  if (start && end && end > start) return { start_at: start, end_at: end };
  if (bad === 'ignore') return null;
  throw fail('task.times');
}

const REMARK_CHARS = 255;
/** The reason for a change of times, which is the third part. */
export const remarkOf = (times: SentTimes): string =>
  typeof times === 'string' ? '' : truncate((times[2] ?? '').trim(), REMARK_CHARS);

function momentOf(text: string, hour: string | undefined, timeZone: string): Date | null {
  const at = parseTime(text);
  if (!at || !hour || !isDay(text)) return at;
  const plainTime = Temporal.PlainTime.from(hour);
  return new Date(Temporal.PlainDate.from(text.trim()).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds);
}

export const changeOf = (before: Span, after: Span) => ({
  change: [before, after].map((span) => [wireTime(span.start_at), wireTime(span.end_at)]),
});

/** Returns the main task's new span for a subtask's time; null if the time fits. */
export function widened(main: Span, sub: Span): Span | null {
  if (!sub.end_at) return null;
  if (!main.end_at) return sub;
  // A span without a start is open towards the past, so nothing begins before it.
  const start_at = main.start_at && sub.start_at && sub.start_at < main.start_at ? sub.start_at : main.start_at;
  const end_at = sub.end_at > main.end_at ? sub.end_at : main.end_at;
  return start_at === main.start_at && end_at === main.end_at ? null : { start_at, end_at };
}

/** The span of a main task, extended to cover its subtasks. */
export const spanOver = (main: Span | null, subs: readonly (Span | null)[]): Span =>
  subs.reduce<Span>((span, sub) => (sub && widened(span, sub)) ?? span, main ?? { start_at: null, end_at: null });

/**
 * Returns the new times of a subtask: without times, with the old bounds, or outside the new ones, it follows its main
 * task.
 */
export function realigned(sub: Span, before: Span, after: Span): Span | null {
  if (!after.end_at) return { start_at: null, end_at: null };
  if (!sub.end_at) return after;
  if (!after.start_at || !sub.start_at)
    return sub.end_at > after.end_at ? { start_at: sub.start_at, end_at: after.end_at } : null;
  const same = (a: Date, b: Date | null) => a.getTime() === b?.getTime();
  const isOutside = sub.end_at <= after.start_at || sub.start_at >= after.end_at;
  if (isOutside) return after;
  const start_at = same(sub.start_at, before.start_at) || sub.start_at < after.start_at ? after.start_at : sub.start_at;
  const end_at = same(sub.end_at, before.end_at) || sub.end_at > after.end_at ? after.end_at : sub.end_at;
  return same(sub.start_at, start_at) && same(sub.end_at, end_at) ? null : { start_at, end_at };
}

import { cut } from '#platform/events/cut';
import { fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';

export interface Span {
  start_at: Date | null;
  end_at: Date | null;
}

/**
 * `"a,b"`, `[a, b]` or `[a, b, remark]`; empty clears, an end alone is a deadline. Null if nothing usable was sent and
 * `bad` says to ignore that.
 *
 * @throws task.times  if the end is not after the start
 */
export function parseTimes(
  times: string | readonly (string | null)[] | undefined,
  bad: 'ignore' | 'refuse',
  dayTimes: readonly string[],
): Span | null {
  if (times === undefined) return null;
  const parts = typeof times === 'string' ? times.split(',') : times;
  const [from = '', to = ''] = parts.map((part) => part ?? '');
  if (!from && !to) return bad === 'ignore' ? null : { start_at: null, end_at: null };
  const [start, end] = [parseTime(withHour(from, dayTimes[0])), parseTime(withHour(to, dayTimes[1]))];
  if (end && !from) return { start_at: null, end_at: end };
  if (start && end && end > start) return { start_at: start, end_at: end };
  if (bad === 'ignore') return null;
  throw fail('task.times');
}

const REMARK_CHARS = 255;
/** The reason for a change: the third part. */
export const remarkOf = (times: string | readonly (string | null)[]): string =>
  typeof times === 'string' ? '' : cut((times[2] ?? '').trim(), REMARK_CHARS);

/** A date without a time begins and ends at the workspace's hours. */
const withHour = (text: string, time: string | undefined) =>
  time && /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? `${text.trim()} ${time}` : text;

export const changeOf = (before: Span, after: Span) => ({
  change: [before, after].map((span) => [wireTime(span.start_at), wireTime(span.end_at)]),
});

/** The main task's new span for a subtask's time; null if that fits. */
export function widened(main: Span, sub: Span): Span | null {
  if (!sub.end_at) return null;
  if (!main.end_at) return sub;
  // Without a start it is open towards the past, and nothing begins before it.
  const start_at = main.start_at && sub.start_at && sub.start_at < main.start_at ? sub.start_at : main.start_at;
  const end_at = sub.end_at > main.end_at ? sub.end_at : main.end_at;
  return start_at === main.start_at && end_at === main.end_at ? null : { start_at, end_at };
}

/** The span of a main task, extended to cover its subtasks. */
export const spanOver = (main: Span | null, subs: readonly (Span | null)[]): Span =>
  subs.reduce<Span>((span, sub) => (sub && widened(span, sub)) ?? span, main ?? { start_at: null, end_at: null });

/** A subtask without times, with the old bounds, or outside the new ones follows its main task. */
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

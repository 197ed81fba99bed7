import { fail } from '#platform/fail';
import { parseTime } from '#platform/time';

export interface Span {
  start_at: Date | null;
  end_at: Date | null;
}

/**
 * `"a,b"`, `[a, b]` or `[a, b, remark]`; empty clears. Null where nothing usable was sent and `bad` says to ignore that.
 *
 * @throws task.times  where the end does not come after the start
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
  if (start && end && end > start) return { start_at: start, end_at: end };
  if (bad === 'ignore') return null;
  throw fail('task.times');
}

/** A day without an hour begins and ends at the workspace's hours. */
const withHour = (text: string, time: string | undefined) =>
  time && /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? `${text.trim()} ${time}` : text;

import type { PlanRepeat } from '@atrium/contract/chat/meetingPlans.ts';

export interface Rhythm {
  start_at: Date;
  minutes: number;
  repeat: string;
  until_at: Date | null;
}

const DAY_MS = 86_400_000;
/** Steps looked at: more than fifty years of a daily meeting. */
const STEPS = 20_000;

export const endOf = (start: Date, { minutes }: Pick<Rhythm, 'minutes'>): Date =>
  new Date(start.getTime() + minutes * 60_000);

/** The beginning of the occurrence with this number, counted from 0; null if there is none on that day. */
function startOf({ start_at, repeat }: Rhythm, index: number): Date | null {
  const plusDays = (days: number) => new Date(start_at.getTime() + days * DAY_MS);
  switch (repeat as PlanRepeat) {
    case 'never':
      return index === 0 ? start_at : null;
    case 'day':
      return plusDays(index);
    case 'weekdays': {
      const at = plusDays(index);
      return [0, 6].includes(at.getUTCDay()) ? null : at;
    }
    case 'week':
      return plusDays(7 * index);
    case 'twoweeks':
      return plusDays(14 * index);
    case 'month': {
      const [year, month] = [start_at.getUTCFullYear(), start_at.getUTCMonth() + index];
      // A shorter month uses its last day.
      const day = Math.min(start_at.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
      const at = new Date(start_at);
      at.setUTCFullYear(year, month, day);
      return at;
    }
  }
}

/** Those that are not over at `from` and begin before `until`, in order. */
export function* occurrences(rhythm: Rhythm, from: Date, until: Date): Generator<Date> {
  const last = rhythm.until_at ? new Date(rhythm.until_at.getTime() + DAY_MS) : null;
  // Long rhythms are not counted from their beginning.
  const days = { day: 1, weekdays: 1, week: 7, twoweeks: 14, month: 31, never: 1 }[rhythm.repeat as PlanRepeat];
  const passed = from.getTime() - endOf(rhythm.start_at, rhythm).getTime();
  const first = rhythm.repeat === 'never' ? 0 : Math.max(0, Math.floor(passed / (days * DAY_MS)) - 1);
  for (let index = first; index < first + STEPS; index++) {
    const at = startOf(rhythm, index);
    if (rhythm.repeat === 'never' && index > 0) return;
    if (!at) continue;
    if (at >= until || (last && at >= last)) return;
    if (endOf(at, rhythm) > from) yield at;
  }
}

const FAR = new Date(8.64e15);
/** The first one that begins after a moment; null if there is none. */
export function nextStart(rhythm: Rhythm, after: Date): Date | null {
  for (const at of occurrences(rhythm, after, FAR)) if (at > after) return at;
  return null;
}
/** The end of the last one; null if it never ends. */
export function lastEnd(rhythm: Rhythm): Date | null {
  if (rhythm.repeat !== 'never' && !rhythm.until_at) return null;
  let last = rhythm.start_at;
  for (const at of occurrences(rhythm, rhythm.start_at, FAR)) last = at;
  return endOf(last, rhythm);
}

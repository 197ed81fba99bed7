/** A time in which somebody is busy. */
export interface BusySpan {
  userid: number;
  start: Date;
  end: Date;
}

const SLOT_MINUTES = 30;
const MINUTE_MS = 60_000;
/** The number of days that are searched. */
export const SEARCH_DAYS = 14;

const minuteOf = (time: string | undefined, fallback: number) => {
  if (!time) return fallback;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** The hours of work on a day, in the reader's time zone. `times`: `09:00` and `18:00`, or the workspace's setting. */
export function workdayOf(day: Date, times: readonly string[]): [Date, Date] {
  const at = (minutes: number) => new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, minutes);
  return [at(minuteOf(times[0], 9 * 60)), at(minuteOf(times[1], 18 * 60))];
}

export const isBusyIn = (busy: BusySpan, start: Date, end: Date): boolean => busy.start < end && busy.end > start;

interface FreeTimesFilter {
  after: Date;
  minutes: number;
  times: readonly string[];
  count: number;
}

/** Finds the first times in which nobody is busy: on the half hour, from Monday to Friday, within the hours of work. */
export function freeTimes(busy: readonly BusySpan[], { after, minutes, times, count }: FreeTimesFilter): Date[] {
  const found: Date[] = [];
  for (let index = 0; index <= SEARCH_DAYS; index++) {
    const day = new Date(after.getFullYear(), after.getMonth(), after.getDate() + index);
    if ([0, 6].includes(day.getDay())) continue;
    const [opens, closes] = workdayOf(day, times);
    let at = opens;
    while (at.getTime() + minutes * MINUTE_MS <= closes.getTime()) {
      const end = new Date(at.getTime() + minutes * MINUTE_MS);
      const [start] = [at];
      const isFree = start >= after && !busy.some((each) => isBusyIn(each, start, end));
      if (isFree) found.push(start);
      if (found.length === count) return found;
      // Offered times do not overlap.
      at = new Date(start.getTime() + (isFree ? Math.ceil(minutes / SLOT_MINUTES) : 1) * SLOT_MINUTES * MINUTE_MS);
    }
  }
  return found;
}

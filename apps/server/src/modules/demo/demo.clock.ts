const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** From this hour on, a morning has passed and has enough to show. */
const MORNING_PASSED = 10;

const isWorkday = (day: number) => ![0, 6].includes(new Date(day).getUTCDay());

/** The days of the demo workspace: everything happens in working hours, and nothing in the future. */
export interface Clock {
  now: Date;
  /** A time on the day this many workdays ago; 0 is the last one whose morning has passed. */
  workday(ago: number, minutes: number): Date;
  /** A time on the Friday of this many weeks ago. */
  friday(weeks: number, minutes: number): Date;
  /** A time on the day this many days from today, or on the next workday in that direction. */
  day(offset: number, minutes: number): Date;
}

/** The same numbers at every start, so that demo data is reproducible. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

export function demoClock(now: Date): Clock {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const back = (from: number) => {
    let day = from - DAY_MS;
    while (!isWorkday(day)) day -= DAY_MS;
    return day;
  };
  const last = isWorkday(today) && now.getUTCHours() >= MORNING_PASSED ? today : back(today);
  return {
    now,
    workday(ago, minutes) {
      let day = last;
      for (let step = 0; step < ago; step++) day = back(day);
      return new Date(day + minutes * MINUTE_MS);
    },
    friday(weeks, minutes) {
      const weekday = new Date(today).getUTCDay() || 7;
      return new Date(today + (5 - weekday - weeks * 7) * DAY_MS + minutes * MINUTE_MS);
    },
    day(offset, minutes) {
      let day = today + offset * DAY_MS;
      while (!isWorkday(day)) day += offset < 0 ? -DAY_MS : DAY_MS;
      return new Date(day + minutes * MINUTE_MS);
    },
  };
}

/** `9:05` as minutes of the day. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

export const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

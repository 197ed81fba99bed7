/**
 * The times at which people may check in, and the day that a check-in counts for. A day is in the workspace's time
 * zone; its shift lies between two local times, and its window extends from `advance` minutes before the shift, never
 * before midnight, to `delay` minutes after it, possibly into the next day. Minutes are real ones: when clocks change,
 * the window keeps its length.
 */
export interface Hours {
  /** The start and the end of the shift as `HH:mm`, the start first. */
  time: readonly [string, string];
  /** The working days; 1 is Monday. */
  days: readonly number[];
  timezone: string;
  advance: number;
  delay: number;
  /** Minutes before the shift at which people are reminded; 0 = no reminders. */
  remindin: number;
  remindexceed: number;
}

export interface Shift {
  start: number;
  end: number;
  /** Milliseconds: the window for checking in. */
  from: number;
  to: number;
}

const MINUTE_MS = 60_000;
/** Maximum delay of a reminder. */
const LATE_MS = 5 * MINUTE_MS;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
export const isShift = (time: readonly string[]): time is [string, string] =>
  time.length === 2 && time.every((each) => CLOCK.test(each)) && (time[0] ?? '') < (time[1] ?? '');

/** The minute of the day. */
export const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const zoned = (at: number, { timezone }: Pick<Hours, 'timezone'>) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);
export const dateOf = (at: number, hours: Pick<Hours, 'timezone'>): Temporal.PlainDate =>
  zoned(at, hours).toPlainDate();
export const clockOf = (at: number, hours: Pick<Hours, 'timezone'>): string =>
  zoned(at, hours).toPlainTime().toString({ smallestUnit: 'minute' });

export function shiftOf(
  hours: Pick<Hours, 'time' | 'timezone' | 'advance' | 'delay'>,
  date: Temporal.PlainDate,
): Shift {
  const { time, timezone: timeZone, advance, delay } = hours;
  const at = (plainTime: string) => date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
  const [start, end] = [at(time[0]), at(time[1])];
  const midnight = date.toZonedDateTime(timeZone).epochMilliseconds;
  return { start, end, from: Math.max(midnight, start - advance * MINUTE_MS), to: end + delay * MINUTE_MS };
}

export interface CountedPunch {
  date: Temporal.PlainDate;
  kind: 'in' | 'out';
}

/**
 * The day and kind of a punch at this time; null outside all windows. Before today's window it may be yesterday's
 * departure.
 */
export function classifyPunch(hours: Hours, at: number): CountedPunch | null {
  const date = dateOf(at, hours);
  const today = shiftOf(hours, date);
  if (at < today.from) {
    const yesterday = date.subtract({ days: 1 });
    return at <= shiftOf(hours, yesterday).to ? { date: yesterday, kind: 'out' } : null;
  }
  if (at > today.to) return null;
  return { date, kind: at < today.end ? 'in' : 'out' };
}

/** The reminder that is due, and its working day. */
export function reminderAt(hours: Hours, at: number): { date: Temporal.PlainDate; kind: 'before' | 'after' } | null {
  const today = dateOf(at, hours);
  // The reminder of a shift that begins at midnight is due the evening before, that of a late shift the next morning.
  for (const days of [-1, 0, 1]) {
    const date = today.add({ days });
    if (!hours.days.includes(date.dayOfWeek)) continue;
    const { start } = shiftOf(hours, date);
    const { remindin, remindexceed } = hours;
    if (remindin > 0 && start - remindin * MINUTE_MS <= at && at < start) return { date, kind: 'before' };
    const late = start + remindexceed * MINUTE_MS;
    if (remindexceed > 0 && late <= at && at < late + LATE_MS) return { date, kind: 'after' };
  }
  return null;
}

const EARTH_M = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance between two points, in meters. */
export function metresBetween(a: { lng: number; lat: number }, b: { lng: number; lat: number }): number {
  const [dLat, dLng] = [radians(b.lat - a.lat), radians(b.lng - a.lng)];
  const half = Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(half)));
}

/**
 * Returns when a recurring task is created again. The time counts from the task's start, or from now if that is past or
 * missing, at the same time of day. Steps are taken from the intended start: late servers do not shift the rhythm, and
 * missed occurrences are created once, not each.
 *
 * Days and times of day are those of a time zone: a task at nine stays at nine when clocks change, and Monday there may
 * be Sunday in UTC.
 */
export function loopFields(loop: string, start: Date | null, now: Date, zone: string) {
  if (loop === 'never') return { loop, loop_at: null, loop_day: 0 };
  const base = baseOf(start, now, zone);
  const loop_day = localTime(base, zone).day;
  return { loop, loop_at: stepFrom(loop, base, loop_day, zone), loop_day };
}

/** Returns the fields of the task that is created for `start`. */
export function nextFields(
  { loop, loop_day }: { loop: string; loop_day: number },
  start: Date,
  now: Date,
  zone: string,
) {
  let loop_at = stepFrom(loop, start, loop_day, zone);
  while (loop_at <= now) loop_at = stepFrom(loop, loop_at, loop_day, zone);
  return { loop, loop_at, loop_day };
}

/** How much later one moment is than another by the clock on the wall, even if clocks changed in between. */
export function laterOnTheClock(from: Date, to: Date, zone: string): Temporal.Duration {
  const [before, after] = [localTime(from, zone).toPlainDateTime(), localTime(to, zone).toPlainDateTime()];
  return before.until(after, { largestUnit: 'hour' });
}

/** Moves a moment by the clock on the wall. */
export const moved = (at: Date, by: Temporal.Duration, zone: string): Date =>
  momentOf(localTime(at, zone).toPlainDateTime().add(by).toZonedDateTime(zone));

const localTime = (at: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
const momentOf = ({ epochMilliseconds }: Temporal.ZonedDateTime): Date => new Date(epochMilliseconds);

function baseOf(start: Date | null, now: Date, zone: string): Date {
  if (!start || start >= now) return start ?? now;
  const plainTime = localTime(start, zone).toPlainTime();
  return momentOf(localTime(now, zone).toPlainDate().toZonedDateTime({ timeZone: zone, plainTime }));
}

const FRIDAY = 5;
const NEXT_MONDAY = 8;

/** @param day  the intended day of the month; a shorter month uses its last one */
function stepFrom(loop: string, from: Date, day: number, zone: string): Date {
  const local = localTime(from, zone);
  const days = (count: number) => momentOf(local.add({ days: count }));
  switch (loop) {
    case 'day':
      return days(1);
    case 'weekdays':
      return days(local.dayOfWeek < FRIDAY ? 1 : NEXT_MONDAY - local.dayOfWeek);
    case 'week':
      return days(7);
    case 'twoweeks':
      return days(14);
    case 'month':
      return plusMonths(local, 1, day);
    case 'year':
      return plusMonths(local, 12, day);
    default:
      return days(Math.max(1, Number(loop) || 1));
  }
}

function plusMonths(local: Temporal.ZonedDateTime, months: number, day: number): Date {
  const { timeZoneId: timeZone } = local;
  // The last day of a month can replace a later day. On other days, the stored day is that of another time zone.
  const intended = local.day === local.daysInMonth ? Math.max(day, local.day) : local.day;
  const date = local.toPlainDate().with({ day: 1 }).add({ months }).with({ day: intended });
  return momentOf(date.toZonedDateTime({ timeZone, plainTime: local.toPlainTime() }));
}

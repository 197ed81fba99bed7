import { type Hours, shiftOf } from '#modules/checkin/setting.service';

const LONGEST_DAYS = 1000;
/** A leave that takes at most this part of a shift counts as half a day. */
const HALF = 0.55;
const LEAST = 0.02;

/**
 * The working days between two moments. Each counts as half or whole by how much of the shift the leave takes. Days are
 * those of the workspace's time zone.
 */
export function workingDays(from: number, to: number, hours: Hours): number {
  const zoned = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(hours.timezone).toPlainDate();
  const last = zoned(to);
  let days = 0;
  let date = zoned(from);
  for (let count = 0; Temporal.PlainDate.compare(date, last) <= 0 && count < LONGEST_DAYS; count++) {
    if (hours.days.includes(date.dayOfWeek)) {
      const { start, end } = shiftOf(hours, date);
      const part = (Math.min(to, end) - Math.max(from, start)) / (end - start);
      if (part > LEAST) days += part <= HALF ? 0.5 : 1;
    }
    date = date.add({ days: 1 });
  }
  return days;
}

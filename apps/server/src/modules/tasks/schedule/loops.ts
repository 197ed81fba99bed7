/**
 * The time at which a recurring task is created again. It counts from the task's start, or from now if that is past or
 * missing, at the same time of day. Steps are taken from the intended start: late servers do not shift the rhythm, and
 * missed occurrences are created once, not each.
 */
export function loopFields(loop: string, start: Date | null, now: Date) {
  if (loop === 'never') return { loop, loop_at: null, loop_day: 0 };
  const base = baseOf(start, now);
  const loop_day = base.getUTCDate();
  return { loop, loop_at: stepFrom(loop, base, loop_day), loop_day };
}

/** The fields of the one created for `start`. */
export function nextFields({ loop, loop_day }: { loop: string; loop_day: number }, start: Date, now: Date) {
  let loop_at = stepFrom(loop, start, loop_day);
  while (loop_at <= now) loop_at = stepFrom(loop, loop_at, loop_day);
  return { loop, loop_at, loop_day };
}

function baseOf(start: Date | null, now: Date): Date {
  if (!start || start >= now) return start ?? now;
  const today = new Date(now);
  today.setUTCHours(start.getUTCHours(), start.getUTCMinutes(), start.getUTCSeconds(), 0);
  return today;
}

const FRIDAY = 5;

/** @param day  the intended day of the month; a shorter month uses its last one */
function stepFrom(loop: string, from: Date, day: number): Date {
  const weekday = from.getUTCDay();
  switch (loop) {
    case 'day':
      return plusDays(from, 1);
    case 'weekdays':
      return plusDays(from, weekday === FRIDAY ? 3 : weekday > FRIDAY ? 2 : 1);
    case 'week':
      return plusDays(from, 7);
    case 'twoweeks':
      return plusDays(from, 14);
    case 'month':
      return plusMonths(from, 1, day);
    case 'year':
      return plusMonths(from, 12, day);
    default:
      return plusDays(from, Math.max(1, Number(loop) || 1));
  }
}

const plusDays = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000);

function plusMonths(at: Date, months: number, day: number): Date {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const next = new Date(at);
  next.setUTCFullYear(year, month, Math.min(day, lastDay));
  return next;
}

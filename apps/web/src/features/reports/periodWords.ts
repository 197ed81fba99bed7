import type { ReportKind } from '@atrium/contract/workspace/reports.ts';
import { nowDate } from '#sync/clock.ts';
import { utcDayRange } from '#sync/dates.ts';

/** Writes a period such as `2026-11-22`, or `2026-11-16 - 2026-11-22`, in the reader's format. */
export function periodWords(time: string): string {
  const [first, last = first] = time.split(' - ').map((day) => new Date(`${day}T12:00:00Z`));
  if (!first || !last || Number.isNaN(first.getTime() + last.getTime())) return '';
  return utcDayRange(first, last);
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/**
 * The first day of a period this many days or weeks back, in the author's time zone: `YYYY-MM-DD`. Weeks begin on
 * Monday.
 */
export function firstDay(type: ReportKind, back: number): string {
  const day = nowDate();
  const days = type === 'daily' ? back : back * 7 + ((day.getDay() + 6) % 7);
  day.setDate(day.getDate() - days);
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}

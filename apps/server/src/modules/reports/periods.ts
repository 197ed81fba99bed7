import type { ReportKind } from '@atrium/contract/workspace/reports.ts';
import { SERVER_TIMEZONE } from '#platform/time/time';

/** A day, or a week that begins on Monday. */
export interface Period {
  type: ReportKind;
  first: Temporal.PlainDate;
  last: Temporal.PlainDate;
}

export const dayOf = (at: Date, timezone = SERVER_TIMEZONE): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate();

/** The period that contains `day`, or an earlier one. */
export function periodOf(type: ReportKind, day: Temporal.PlainDate, back = 0): Period {
  if (type === 'daily') {
    const date = day.subtract({ days: back });
    return { type, first: date, last: date };
  }
  const first = day.subtract({ days: day.dayOfWeek - 1 + back * 7 });
  return { type, first, last: first.add({ days: 6 }) };
}

/** The time from the start of the first day to the start of the day after the last. */
export function boundsOf({ first, last }: Period, timezone = SERVER_TIMEZONE): [Date, Date] {
  const start = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(timezone).epochMilliseconds);
  return [start(first), start(last.add({ days: 1 }))];
}

/** Identifies the period and author of a report, of which there is one. */
export const signOf = (userid: number, { type, first }: Period) => `${userid}-${type}-${first.toString()}`;

/** Checks that a sign was given to this person for this kind of report, and returns it; null otherwise. */
export function verifiedSign(sign: string, userid: number, type: ReportKind): string | null {
  const [, date] = /^\d{1,10}-(?:daily|weekly)-(\d{4}-\d\d-\d\d)$/.exec(sign) ?? [];
  const day = date ? dateOf(date) : null;
  return day && sign === signOf(userid, periodOf(type, day)) ? sign : null;
}

/** `YYYY-MM-DD` as an existing day, else null. */
export function dateOf(text: string): Temporal.PlainDate | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return null;
  }
}

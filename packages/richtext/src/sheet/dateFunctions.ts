import { end, numberAt, numbersOf, type SheetFunction, type Tools, valueAt } from './tools.ts';
import { BAD_NUMBER, BAD_VALUE, CellError, dateIn, dateOf, numberIn, serialOf } from './values.ts';

const DAY_SECONDS = 86_400;
const LAST_DAY = 2_958_465;
/** Days that are counted one by one. */
const MOST_DAYS = 100_000;

/** The argument as a date: a number, or a text such as `2026-03-01` or `14:30`. */
function dayAt(tools: Tools, index: number): number {
  const value = valueAt(tools, index);
  if (typeof value === 'string') return numberIn(value) ?? end(BAD_VALUE);
  const number = numberAt(tools, index);
  return number < 0 || number > LAST_DAY ? end(BAD_NUMBER) : number;
}

const dayOf = (serial: number) => dateOf(Math.floor(serial));
function serialAt(year: number, month: number, day: number): number {
  const serial = serialOf(new Date(Date.UTC(year, month, day)));
  return Number.isFinite(serial) && serial >= 0 && serial <= LAST_DAY ? serial : end(BAD_NUMBER);
}

/** The same day of another month, or its last one. */
function monthsLater(tools: Tools, isEnd: boolean): number {
  const date = dayOf(dayAt(tools, 0));
  const month = date.getUTCMonth() + Math.trunc(numberAt(tools, 1));
  const year = date.getUTCFullYear();
  const last = dateOf(serialAt(year, month + 1, 0)).getUTCDate();
  return serialAt(year, month, isEnd ? last : Math.min(date.getUTCDate(), last));
}

const secondsAt = (tools: Tools) => {
  const serial = dayAt(tools, 0);
  return Math.round((serial - Math.floor(serial)) * DAY_SECONDS) % DAY_SECONDS;
};

/** 0 is Sunday; day 0 was a Saturday. */
const weekday = (serial: number): number => (Math.floor(serial) + 6) % 7;

/** Workdays are Monday to Friday, without the given holidays. */
function isWorkday(serial: number, holidays: ReadonlySet<number>): boolean {
  const day = weekday(serial);
  return day !== 0 && day !== 6 && !holidays.has(serial);
}
const holidaysAt = (tools: Tools): ReadonlySet<number> =>
  new Set(tools.isGiven(2) ? numbersOf({ ...tools, count: 3 }, 2).map(Math.floor) : []);

function workdaysBetween(tools: Tools): number {
  const [from, to] = [Math.floor(dayAt(tools, 0)), Math.floor(dayAt(tools, 1))];
  if (Math.abs(from - to) > MOST_DAYS) end(BAD_NUMBER);
  tools.spend(Math.abs(from - to));
  const holidays = holidaysAt(tools);
  let days = 0;
  for (let day = Math.min(from, to); day <= Math.max(from, to); day++) if (isWorkday(day, holidays)) days++;
  return from > to ? -days : days;
}

function workdayAfter(tools: Tools): number {
  let day = Math.floor(dayAt(tools, 0));
  const holidays = holidaysAt(tools);
  let left = Math.trunc(numberAt(tools, 1));
  if (Math.abs(left) > MOST_DAYS) end(BAD_NUMBER);
  tools.spend(Math.abs(left));
  const step = Math.sign(left);
  while (left !== 0) {
    day += step;
    if (day < 0 || day > LAST_DAY) end(BAD_NUMBER);
    if (isWorkday(day, holidays)) left -= step;
  }
  return day;
}

function difference(tools: Tools): number {
  const [from, to] = [dayAt(tools, 0), dayAt(tools, 1)];
  if (from > to) end(BAD_NUMBER);
  const [one, other] = [dayOf(from), dayOf(to)];
  const isBefore = other.getUTCDate() < one.getUTCDate();
  const months =
    (other.getUTCFullYear() - one.getUTCFullYear()) * 12 + other.getUTCMonth() - one.getUTCMonth() - Number(isBefore);
  switch (String(valueAt(tools, 2)).toUpperCase()) {
    case 'D':
      return Math.floor(to) - Math.floor(from);
    case 'M':
      return months;
    case 'Y':
      return Math.floor(months / 12);
    case 'YM':
      return months % 12;
    case 'MD':
      return Math.floor(to) - serialAt(one.getUTCFullYear(), one.getUTCMonth() + months, one.getUTCDate());
    case 'YD':
      return (
        Math.floor(to) - serialAt(one.getUTCFullYear() + Math.floor(months / 12), one.getUTCMonth(), one.getUTCDate())
      );
    default:
      return end(BAD_NUMBER);
  }
}

/** The week by ISO 8601: the one with the year's first Thursday is the first. */
function isoWeek(serial: number): number {
  const thursday = Math.floor(serial) - ((weekday(serial) + 6) % 7) + 3;
  const year = dateOf(thursday).getUTCFullYear();
  return 1 + Math.floor((thursday - serialOf(new Date(Date.UTC(year, 0, 1)))) / 7);
}

/** The first day of a week by its kind: 0 is Sunday. */
function firstDayOf(kind: number): number {
  if (kind === 1 || kind === 17) return 0;
  if (kind === 2) return 1;
  return kind >= 11 && kind <= 16 ? kind - 10 : end(BAD_NUMBER);
}

/** The clock on the wall, as a number. */
const nowOf = ({ now }: Tools) =>
  serialOf(
    new Date(
      Date.UTC(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()),
    ),
  );

export const dateFunctions: Record<string, SheetFunction> = {
  TODAY: (tools) => Math.floor(nowOf(tools)),
  NOW: nowOf,
  DATE: (tools) => {
    const year = Math.trunc(numberAt(tools, 0));
    return serialAt(
      year < 1900 ? year + 1900 : year,
      Math.trunc(numberAt(tools, 1)) - 1,
      Math.trunc(numberAt(tools, 2)),
    );
  },
  TIME: (tools) =>
    ((((numberAt(tools, 0) * 3600 + numberAt(tools, 1) * 60 + numberAt(tools, 2)) % DAY_SECONDS) + DAY_SECONDS) %
      DAY_SECONDS) /
    DAY_SECONDS,
  DATEVALUE: (tools) => {
    const value = valueAt(tools, 0);
    return value instanceof CellError ? value : Math.floor(dateIn(String(value)) ?? end(BAD_VALUE));
  },
  YEAR: (tools) => dayOf(dayAt(tools, 0)).getUTCFullYear(),
  MONTH: (tools) => dayOf(dayAt(tools, 0)).getUTCMonth() + 1,
  DAY: (tools) => dayOf(dayAt(tools, 0)).getUTCDate(),
  HOUR: (tools) => Math.floor(secondsAt(tools) / 3600),
  MINUTE: (tools) => Math.floor(secondsAt(tools) / 60) % 60,
  SECOND: (tools) => secondsAt(tools) % 60,
  WEEKDAY: (tools) => {
    const day = weekday(dayAt(tools, 0));
    const kind = numberAt(tools, 1, 1);
    return kind === 3 ? (day + 6) % 7 : ((day - firstDayOf(kind) + 7) % 7) + 1;
  },
  ISOWEEKNUM: (tools) => isoWeek(dayAt(tools, 0)),
  WEEKNUM: (tools) => {
    const serial = dayAt(tools, 0);
    const kind = numberAt(tools, 1, 1);
    if (kind === 21) return isoWeek(serial);
    const first = serialAt(dayOf(serial).getUTCFullYear(), 0, 1);
    const lead = (weekday(first) - firstDayOf(kind) + 7) % 7;
    return 1 + Math.floor((Math.floor(serial) - first + lead) / 7);
  },
  EDATE: (tools) => monthsLater(tools, false),
  EOMONTH: (tools) => monthsLater(tools, true),
  DAYS: (tools) => Math.floor(dayAt(tools, 0)) - Math.floor(dayAt(tools, 1)),
  DATEDIF: difference,
  NETWORKDAYS: workdaysBetween,
  WORKDAY: workdayAfter,
};

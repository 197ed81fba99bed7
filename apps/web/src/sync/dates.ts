import { nowDate } from './clock.ts';
import { locale } from './language.ts';
import { lazyValue } from './store/lazyValue.ts';

const DAY = { day: 'numeric', month: 'short' } as const;
const YEAR = { ...DAY, year: 'numeric' } as const;
const WEEKDAY = { ...DAY, weekday: 'short' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

const format = (options: Intl.DateTimeFormatOptions) => lazyValue(() => new Intl.DateTimeFormat(locale, options));

const clocks = format(CLOCK);
const weekdays = format(WEEKDAY);
const weekdayMoments = format({ ...WEEKDAY, ...CLOCK });
const days = { short: format(DAY), long: format(YEAR) };
const longWeekdays = format({ weekday: 'long' });
const utcDays = { short: format({ ...DAY, timeZone: 'UTC' }), long: format({ ...YEAR, timeZone: 'UTC' }) };
const moments = { short: format({ ...DAY, ...CLOCK }), long: format({ ...YEAR, ...CLOCK }) };

/** The form of a date, which has the year only if it is not the current one. */
const sizeOf = (...times: readonly Date[]) =>
  times.every((at) => at.getFullYear() === nowDate().getFullYear()) ? 'short' : 'long';

/** `14:30` */
export const clock = (at: Date | number): string => clocks().format(at);
export const clockRange = (from: Date, to: Date): string => clocks().formatRange(from, to);

/** `20 Nov`, and `20 Nov 2025` of another year: the short date everywhere, in lists, tables, chips and cards. */
export const shortDay = (at: Date): string => days[sizeOf(at)]().format(at);
/** A date without a time, at midnight or noon in UTC. */
export const shortUtcDay = (at: Date): string => utcDays[sizeOf(at)]().format(at);
export const utcDayRange = (from: Date, to: Date): string => utcDays[sizeOf(from, to)]().formatRange(from, to);

/** `20 Nov, 14:30` */
export const shortMoment = (at: Date): string => moments[sizeOf(at)]().format(at);
export const momentRange = (from: Date, to: Date): string => moments[sizeOf(from, to)]().formatRange(from, to);

/** `Fri 20 Nov`, for days close by. */
export const weekday = (at: Date): string => weekdays().format(at);
/** `Friday` */
export const longWeekday = (at: Date): string => longWeekdays().format(at);
/** `Fri, 20 Nov, 14:30` */
export const weekdayMoment = (at: Date): string => weekdayMoments().format(at);
export const weekdayMomentRange = (from: Date, to: Date): string => weekdayMoments().formatRange(from, to);

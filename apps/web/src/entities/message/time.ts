import { nowDate } from '#sync/clock.ts';
import { clock, shortDay, shortMoment } from '#sync/dates.ts';
import { locale, t } from '#sync/language.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';
import { parseWire } from '#sync/time.ts';

const DAY_MS = 86_400_000;
const full = lazyValue(() => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }));
const monthDay = lazyValue(() => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }));
const withYear = lazyValue(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }));

const dayOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

export const clockTime = (wire: string) => clock(parseWire(wire));
export const fullTime = (wire: string) => full().format(parseWire(wire));
/** A short time, for tables. */
export const shortTime = (wire: string) => shortMoment(parseWire(wire));
export const dayKey = (wire: string) => dayOf(parseWire(wire));

/** Writes a day: today, yesterday, or the date in words. */
export function dayWords(wire: string): string {
  const at = parseWire(wire);
  const days = Math.round((dayOf(nowDate()) - dayOf(at)) / DAY_MS);
  if (days === 0) return t('day.today');
  if (days === 1) return t('day.yesterday');
  return at.getFullYear() === nowDate().getFullYear() ? monthDay().format(at) : withYear().format(at);
}

/** Writes a time for rows of a list: the time of today, else the date, with the year if it differs. */
export function listTime(wire: string | null): string {
  if (!wire) return '';
  const at = parseWire(wire);
  if (dayOf(at) === dayOf(nowDate())) return clock(at);
  return shortDay(at);
}

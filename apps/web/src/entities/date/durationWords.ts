import { locale } from '#sync/language.ts';

const HOUR_S = 3600;
const unit = (value: number, name: 'minute' | 'hour' | 'day') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long', maximumFractionDigits: 1 }).format(
    value,
  );
/** Writes a duration, such as "3 hours" or "2 days". */
export function durationWords(seconds: number): string {
  const hours = seconds / HOUR_S;
  if (hours < 1) return unit(Math.max(1, Math.round(seconds / 60)), 'minute');
  return hours < 48 ? unit(Math.round(hours), 'hour') : unit(Math.round(hours / 24), 'day');
}
export const dayWords = (days: number): string => unit(days, 'day');

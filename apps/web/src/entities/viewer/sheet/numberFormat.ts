import { format } from 'numfmt';
import { locale } from '#sync/language.ts';

const DAYS_1904 = 1462;
const OPTIONS = { locale, throws: false, dateErrorThrows: false, nbsp: false } as const;

/** True if it shows a day. Durations such as `[h]:mm` and times alone are the same from every first day. */
export function isDayFormat(pattern: string): boolean {
  const plain = pattern.replace(/"[^"]*"|\\.|\[[^[\]]*\]/g, '');
  return (
    pattern !== 'General' && !/\[[hms]+\]/i.test(pattern) && (/[dy]/i.test(plain) || /^[^hs]*m[^hs]*$/i.test(plain))
  );
}

/** Writes a number as a spreadsheet program shows it in the reader's language. */
export function formatNumber(value: number, pattern: string, is1904 = false): string {
  const text = format(pattern, is1904 && isDayFormat(pattern) ? value + DAYS_1904 : value, OPTIONS);
  return text.trim();
}

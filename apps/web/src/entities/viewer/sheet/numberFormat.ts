import { format } from 'numfmt';
import { locale } from '#sync/language.ts';

const DAYS_1904 = 1462;
const OPTIONS = { locale, throws: false, dateErrorThrows: false, nbsp: false } as const;

/** True if it shows a day or a time. */
export const isDateFormat = (pattern: string): boolean =>
  /[dmyhs]/i.test(pattern.replace(/"[^"]*"|\\.|\[[^[\]hms]*\]/gi, '')) && pattern !== 'General';

/** A number as a spreadsheet program shows it in the reader's language. */
export function formatNumber(value: number, pattern: string, is1904 = false): string {
  const text = format(pattern, is1904 && isDateFormat(pattern) ? value + DAYS_1904 : value, OPTIONS);
  return text.trim();
}

import { format } from 'numfmt';

const DAYS_1904 = 1462;
const OPTIONS = { throws: false, dateErrorThrows: false, nbsp: false } as const;

/** Whether it shows a day or a time. */
export const isDateFormat = (pattern: string): boolean =>
  /[dmyhs]/i.test(pattern.replace(/"[^"]*"|\\.|\[[^[\]hms]*\]/gi, '')) && pattern !== 'General';

/** A number as a spreadsheet program shows it, with the format's own words in English. */
export function formatNumber(value: number, pattern: string, is1904 = false): string {
  const text = format(pattern, is1904 && isDateFormat(pattern) ? value + DAYS_1904 : value, OPTIONS);
  return text.trim();
}

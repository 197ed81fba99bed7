import { locale } from '#sync/language.ts';

const MINUTES = [15, 30, 45, 60, 90, 120, 180, 240, 480];
const words = (minutes: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' }).format(minutes);

/** The lengths of a planned meeting to choose from, including the present one. */
export const durationChoices = (present: number): { value: string; label: string }[] =>
  [...new Set([...MINUTES, present])]
    .toSorted((a, b) => a - b)
    .map((each) => ({ value: String(each), label: words(each) }));

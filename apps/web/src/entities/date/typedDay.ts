const two = (value: number) => String(value).padStart(2, '0');

/** A year of two digits means one up to this many years ahead; other years, such as those of birthdays, are past. */
const AHEAD = 20;

/**
 * Converts a typed day to `YYYY-MM-DD`; null if it is none. It reads `25.11.2026`, `25.11.26`, `25.11.`, `25112026`
 * and, where the year comes first, `2026/11/25` and `11/25`. A year of four digits in front is understood everywhere.
 */
export function typedDay(text: string, isYearFirst: boolean, now: Date): string | null {
  const plain = text.normalize('NFKC').trim();
  const whole = /^(\d{2})(\d{2})(\d{4})$/.exec(plain);
  const parts = whole && !isYearFirst ? whole.slice(1) : plain.split(/[^\d]+/).filter(Boolean);
  if (/[^\d\s./年月日년월일-]/.test(plain) || parts.length < 2 || parts.length > 3) return null;
  const startsWithYear = parts[0]?.length === 4;
  const [a = '', b = '', c = ''] = parts;
  const [year, month, day] =
    parts.length === 2
      ? [String(now.getFullYear()), ...(isYearFirst ? [a, b] : [b, a])]
      : startsWithYear || isYearFirst
        ? [a, b, c]
        : [c, b, a];
  if (!year || !/^(?:\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(month ?? '') || !/^\d{1,2}$/.test(day ?? '')) {
    return null;
  }
  const century = now.getFullYear() - (now.getFullYear() % 100);
  const short = century + Number(year);
  const full = year.length === 4 ? Number(year) : short > now.getFullYear() + AHEAD ? short - 100 : short;
  const at = new Date(Date.UTC(full, Number(month) - 1, Number(day)));
  const isReal = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
  return isReal ? `${String(full).padStart(4, '0')}-${two(Number(month))}-${two(Number(day))}` : null;
}

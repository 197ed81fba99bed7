/** Months are `YYYY-MM`, days `YYYY-MM-DD`; as times they are in UTC, where every day has the same length. */
export const dayUtc = (date: string) => new Date(`${date}T00:00:00Z`);
const words = (at: Date) => at.toISOString().slice(0, 10);
export const monthOf = (date: string) => date.slice(0, 7);

export function addMonths(ym: string, count: number): string {
  const at = dayUtc(`${ym}-01`);
  at.setUTCMonth(at.getUTCMonth() + count);
  return monthOf(words(at));
}

/** The complete weeks of a month; `firstDay` 1 is Monday, 7 Sunday. */
export function weeksOf(ym: string, firstDay: number): string[][] {
  const at = dayUtc(`${ym}-01`);
  at.setUTCDate(1 - ((at.getUTCDay() - (firstDay % 7) + 7) % 7));
  const weeks: string[][] = [];
  do {
    const week: string[] = [];
    for (let day = 0; day < 7; day++) {
      week.push(words(at));
      at.setUTCDate(at.getUTCDate() + 1);
    }
    weeks.push(week);
  } while (monthOf(words(at)) === ym);
  return weeks;
}

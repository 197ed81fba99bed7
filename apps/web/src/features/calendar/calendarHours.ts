/** The short name of a zone at a time, such as `GMT+1`. */
export const zoneName = (timeZone: string, at: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** An hour of a day in another zone: without minutes where it has none. */
export function hourIn(timeZone: string, at: Date, locale: string): string {
  const minute = new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' }).format(at);
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: 'numeric',
    ...(minute !== '0' && { minute: '2-digit' }),
  }).format(at);
}

/**
 * The number of the week that contains a day: ISO 8601 where weeks begin on Monday, otherwise the week of 1 January is
 * the first.
 *
 * @param firstDay  1 Monday ... 7 Sunday
 */
export function weekNumber(date: Date, firstDay: number): number {
  const day = new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
  const since = (day.getUTCDay() - firstDay + 7) % 7;
  // The week belongs to the year of this day: its fourth, or its last.
  const decisive = new Date(day.getTime() + ((firstDay === 1 ? 3 : 6) - since) * DAY_MS);
  const yearDay = (decisive.getTime() - Date.UTC(decisive.getUTCFullYear(), 0, 1)) / DAY_MS;
  return Math.floor(yearDay / 7) + 1;
}
const DAY_MS = 86_400_000;

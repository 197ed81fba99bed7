import { nowDate } from '#sync/clock.ts';

/** The date in the workspace's time zone. */
export const dayIn = (timeZone: string, at = nowDate()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);

export const stayWords = ([first = '', last = '']: readonly string[]) => (last ? `${first} – ${last}` : first);

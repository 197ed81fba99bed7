import { locale } from '#sync/language.ts';

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });

/** The days of the week by their short names; 1 = Monday, with which January 2024 began. */
export const WEEK = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, name: weekday.format(Date.UTC(2024, 0, day)) }));

import { plusDays } from '@atrium/client/projects/timeline.ts';
import { locale, t } from '#sync/language.ts';

/**
 * The names of days in this language: today, tomorrow, and the weekdays, which mean the next such day. Short forms such
 * as "Do" are words in some languages.
 */
function dayNames(language: string, now: Date): (readonly [string, number])[] {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long' });
  const short = new Intl.DateTimeFormat(language, { weekday: 'short' });
  const day = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const names = Array.from({ length: 7 }, (_, index) => {
    const date = plusDays(now, index + 1);
    // In Chinese, Japanese and Korean the short form is as clear as the long one.
    const forms = [weekday.format(date), ...(/^(zh|ja|ko)/.test(language) ? [short.format(date)] : [])];
    return forms.map((name) => [name, index + 1] as const);
  });
  return [...names.flat(), [day.format(0, 'day'), 0] as const, [day.format(1, 'day'), 1] as const].map(
    ([name, ahead]) => [name.toLowerCase(), ahead] as const,
  );
}

/** The words for days that a line may end in. English words always work, besides the reader's own. */
export const quickDays = (today: Date): ReadonlyMap<string, number> =>
  new Map<string, number>([
    ...dayNames('en', today),
    ...dayNames(locale, today),
    [t('time.today').toLowerCase(), 0],
    [t('time.tomorrow').toLowerCase(), 1],
  ]);

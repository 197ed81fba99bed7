import type { PlanRepeat } from '@atrium/contract/chat/meetingPlans.ts';
import { longWeekday, weekdayMomentRange } from '#sync/dates.ts';
import { t } from '#sync/language.ts';

/** Writes when a meeting is, as `Thu, 26 Nov, 09:00 – 09:30`, and how often. */
export function planTime(start: Date, end: Date, repeat: string): string {
  const time = weekdayMomentRange(start, end);
  return repeat === 'never' ? time : `${time} · ${repeatWords(repeat as PlanRepeat, start)}`;
}

const DAYS_OF_WEEK = 7;
/** The number of a day among the same weekdays of its month, from 1. */
const placeOf = (at: Date) => Math.ceil(at.getDate() / DAYS_OF_WEEK);

/** Writes how often, for example `Every month on the last Friday` */
export function repeatWords(repeat: PlanRepeat, start: Date): string {
  const place = placeOf(start);
  const weekday = longWeekday(start);
  if (repeat === 'monthlast' || (repeat === 'monthweek' && place > 4)) return t('loop.monthlast', { weekday });
  if (repeat === 'monthweek') return t(`loop.monthweek_${place as 1 | 2 | 3 | 4}`, { weekday });
  return t(`loop.${repeat}`);
}

const ALWAYS = ['never', 'day', 'weekdays', 'week', 'twoweeks', 'month'] as const;
/** The rhythms that fit a beginning; the fifth Friday of a month is offered as the last one. */
export function repeatsFrom(start: Date): PlanRepeat[] {
  const isLast =
    new Date(start.getFullYear(), start.getMonth(), start.getDate() + DAYS_OF_WEEK).getDate() <= DAYS_OF_WEEK;
  return [
    ...ALWAYS,
    ...(placeOf(start) <= 4 ? (['monthweek'] as const) : []),
    ...(isLast ? (['monthlast'] as const) : []),
  ];
}

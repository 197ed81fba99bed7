import type { PlanRepeat } from '@atrium/contract/chat/meetingPlans.ts';
import { locale, t } from '#sync/language.ts';
import { once } from '#sync/store/once.ts';

const moment = once(
  () =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/** `Thu, 26 Nov, 09:00 – 09:30`, and how often. */
export function planTime(start: Date, end: Date, repeat: string): string {
  const time = moment().formatRange(start, end);
  return repeat === 'never' ? time : `${time} · ${t(`loop.${repeat as PlanRepeat}`)}`;
}

import type { PlanRepeat } from '@atrium/contract/chat/meetingPlans.ts';
import { weekdayMomentRange } from '#sync/dates.ts';
import { t } from '#sync/language.ts';

/** `Thu, 26 Nov, 09:00 – 09:30`, and how often. */
export function planTime(start: Date, end: Date, repeat: string): string {
  const time = weekdayMomentRange(start, end);
  return repeat === 'never' ? time : `${time} · ${t(`loop.${repeat as PlanRepeat}`)}`;
}

import { useState } from 'react';
import { useWaitingApprovals } from '#entities/approval/news.ts';
import { useInboxBadge } from '#entities/inbox/inbox.ts';
import { mayMeet } from '#entities/meeting/meeting.ts';
import { useMeetingDates } from '#entities/meeting/plans.ts';
import { clockTime } from '#entities/message/time.ts';
import { useUnreadReports } from '#entities/report/news.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { toWire } from '#sync/time.ts';

interface Use {
  /** The number in the badge; 0 = no badge. */
  count: number;
  text: string;
}

/** The waiting items in the screens that the tiles open, by the tiles' ids. */
export function useTileBadges(): Readonly<Record<string, Use>> {
  const [inbox, approvals, reports] = [useInboxBadge(), useWaitingApprovals(), useUnreadReports()];
  const meeting = useNextMeeting();
  const counted = (count: number, text: string): Use | undefined => (count > 0 ? { count, text } : undefined);
  const uses: Record<string, Use | undefined> = {
    'system:inbox': counted(inbox, t('apps.use_waiting', { count: inbox })),
    'system:approve': counted(approvals, t('apps.use_waiting', { count: approvals })),
    'system:report': counted(reports, t('apps.use_unread', { count: reports })),
    'system:calendar': meeting ? { count: 0, text: t('apps.use_meeting', { time: meeting }) } : undefined,
  };
  return Object.fromEntries(Object.entries(uses).filter((entry): entry is [string, Use] => entry[1] !== undefined));
}

/** The beginning of today's next planned meeting; '' without one. */
function useNextMeeting(): string {
  const [today] = useState(() => {
    const from = nowDate();
    return mayMeet() ? { from, until: new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1) } : null;
  });
  const now = toWire(nowDate());
  const next = useMeetingDates(today)
    .filter(({ start_at }) => start_at >= now)
    .toSorted((a, b) => a.start_at.localeCompare(b.start_at))[0];
  return next ? clockTime(next.start_at) : '';
}

import type { MicroApp } from '@atrium/contract/workspace/microApps.ts';
import {
  IconAddressBook,
  IconBriefcase,
  IconCalendar,
  IconFolder,
  IconInbox,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconMessageCircle,
  IconReport,
  IconRosette,
  IconRubberStamp,
  IconStar,
  IconVideo,
} from '@tabler/icons-react';
import { entriesAt, placeOf } from '#entities/microApp/microApps.ts';
import { t } from '#sync/language.ts';
import type { Place } from './sidebarOrder.ts';

/** A screen that the sidebar can show. */
export interface SidePlace extends Place {
  label: string;
  to: string;
  icon?: typeof IconStar;
  /** The address of an app's picture. */
  picture?: string;
  /** Badge of an app. */
  count?: number;
  dot?: boolean;
  isWindow?: boolean;
  /** True if it is marked only at exactly this address. */
  isExact?: boolean;
}

/** The entry for meetings, which is a menu and not a screen. */
export const MEETING_PLACE = 'system:meeting';

/** All screens, in the usual order. */
export function sidePlaces(apps: readonly MicroApp[], withMeetings: boolean): SidePlace[] {
  const screen = (name: string, icon: typeof IconStar, label: string, to: string, isUsual = true): SidePlace => ({
    id: `system:${name}`,
    icon,
    label,
    to,
    isUsual,
  });
  const ofApps = (location: 'main/menu' | 'application', isUsual: boolean): SidePlace[] =>
    entriesAt(apps, location).map((entry) => ({
      ...placeOf(entry),
      id: `micro:${entry.app.id}${entry.item.key ? `:${entry.item.key}` : ''}`,
      label: entry.item.label,
      picture: entry.item.icon,
      count: entry.item.count,
      dot: entry.item.dot,
      isUsual,
    }));
  return [
    screen('dashboard', IconLayoutDashboard, t('nav.dashboard'), '/manage/dashboard'),
    screen('inbox', IconInbox, t('inbox.title'), '/manage/inbox'),
    screen('calendar', IconCalendar, t('nav.calendar'), '/manage/calendar'),
    screen('messenger', IconMessageCircle, t('nav.messenger'), '/manage/messenger'),
    ...(withMeetings ? [screen('meeting', IconVideo, t('shared.meeting'), '')] : []),
    screen('file', IconFolder, t('drive.title'), '/manage/file'),
    screen('favorite', IconStar, t('favorite.title'), '/manage/favorite'),
    screen('report', IconReport, t('report.title'), '/manage/report'),
    screen('approve', IconRubberStamp, t('approval.title'), '/manage/approve'),
    { ...screen('application', IconLayoutGrid, t('nav.apps'), '/manage/application'), isExact: true },
    ...ofApps('main/menu', true),
    screen('contacts', IconAddressBook, t('contacts.title'), '/manage/messenger/contacts', false),
    screen('year', IconRosette, t('year.title'), '/manage/year', false),
    ...ofApps('application', false),
  ];
}

/** Lists in the sidebar, above the projects. */
export const SECTIONS = ['section:unread', 'section:favorites'] as const;

/** The places that the bottom bar of a phone can show. */
export const barPlaces = (apps: readonly MicroApp[]): SidePlace[] => [
  { id: 'system:project', icon: IconBriefcase, label: t('nav.projects'), to: '/manage/project', isUsual: true },
  ...sidePlaces(apps, false).filter(({ id, isWindow }) => id !== BAR_LAST && !isWindow),
];
/** The last tab, which leads to everything that the other tabs of a phone leave out. */
export const BAR_LAST = 'system:application';
export const USUAL_BAR = ['system:project', 'system:dashboard', 'system:messenger'];
/** Besides the last one. */
export const MOST_TABS = 4;

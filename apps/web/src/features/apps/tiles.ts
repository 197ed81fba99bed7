import {
  IconAddressBook,
  IconCalendar,
  IconClockCheck,
  IconFileExport,
  IconFileImport,
  IconFolder,
  IconInbox,
  IconReport,
  IconRosette,
  IconRubberStamp,
  IconSettings,
  IconShoppingBag,
  IconStar,
  IconUsersGroup,
  IconVideo,
} from '@tabler/icons-react';
import { type MeetingRequest, mayMeet } from '#entities/meeting/meeting.ts';
import { type Entry, entriesAt, placeOf } from '#entities/microApp/microApps.ts';
import { workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';

/** An entry that opens from the apps. */
export interface Tile {
  /** The key in the person's order, such as `system:calendar` and `micro:absences`. */
  id: string;
  label: string;
  /** The purpose of the app, in a sentence; '' if its manifest does not name one. */
  about: string;
  icon?: typeof IconStar;
  /** The address of an app's picture; '' = the usual one. */
  picture?: string;
  to?: string;
  isWindow?: boolean;
  meeting?: Exclude<MeetingRequest['kind'], 'date'>;
  count: number;
  dot: boolean;
}

const system = (name: SystemTile, icon: typeof IconStar, label: string, to: string): Tile => ({
  ...{ id: `system:${name}`, icon, label, about: t(`apps.about_${name}`), to, count: 0, dot: false },
});

type SystemTile =
  | ('inbox' | 'calendar' | 'report' | 'approve' | 'year' | 'file' | 'favorite' | 'contacts' | 'setting' | 'signin')
  | ('appstore' | 'team' | 'import' | 'export');

const ofApp = (entry: Entry): Tile => ({
  id: `micro:${entry.app.id}${entry.item.key ? `:${entry.item.key}` : ''}`,
  label: entry.item.label,
  about: entry.app.description,
  picture: entry.item.icon,
  ...placeOf(entry),
  count: entry.item.count,
  dot: entry.item.dot,
});

/** The tiles of Atrium itself, and those of the workspace's apps. */
export function baseTiles(apps: Parameters<typeof entriesAt>[0]): Tile[] {
  const meeting = (kind: 'create' | 'join'): Tile => ({
    ...{ id: `system:meeting_${kind}`, icon: IconVideo, meeting: kind, count: 0, dot: false },
    label: t(kind === 'create' ? 'meeting.new' : 'meeting.join'),
    about: t(`apps.about_meeting_${kind}`),
  });
  return [
    system('inbox', IconInbox, t('inbox.title'), '/manage/inbox'),
    system('calendar', IconCalendar, t('nav.calendar'), '/manage/calendar'),
    system('report', IconReport, t('report.title'), '/manage/report'),
    system('approve', IconRubberStamp, t('approval.title'), '/manage/approve'),
    system('year', IconRosette, t('year.title'), '/manage/year'),
    system('file', IconFolder, t('drive.title'), '/manage/file'),
    system('favorite', IconStar, t('favorite.title'), '/manage/favorite'),
    system('contacts', IconAddressBook, t('contacts.title'), '/manage/messenger/contacts'),
    system('setting', IconSettings, t('nav.settings'), '/manage/setting'),
    // This tile is shown only if the workspace enables attendance.
    ...(workspace()?.checkin === 'open'
      ? [system('signin', IconClockCheck, t('settings.checkin'), '/manage/setting/checkin')]
      : []),
    ...(mayMeet() ? [meeting('create'), meeting('join')] : []),
    ...entriesAt(apps, 'application').map(ofApp),
    ...entriesAt(apps, 'main/menu').map(ofApp),
  ];
}

/** Further tiles for administrators. */
export const adminTiles = (apps: Parameters<typeof entriesAt>[0]): Tile[] => [
  system('appstore', IconShoppingBag, t('apps.store'), '/manage/application/store'),
  system('team', IconUsersGroup, t('settings.team'), '/manage/setting/team'),
  system('import', IconFileImport, t('settings.import'), '/manage/setting/import'),
  system('export', IconFileExport, t('settings.export'), '/manage/setting/export'),
  ...entriesAt(apps, 'application/admin').map(ofApp),
];

/** An app that the workspace has installed or added. */
export const isOfApp = ({ id }: Tile): boolean => id.startsWith('micro:');

/** Sorts tiles in the person's order; new ones are at the end. */
export function sorted(tiles: readonly Tile[], order: readonly string[]): Tile[] {
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return tiles.toSorted((a, b) => place(a.id) - place(b.id));
}

import { t } from '#sync/language.ts';

/** Sections of the workspace's settings, each a page of its own. */
export const SYSTEM_TABS = [
  'rules',
  'signin',
  'applications',
  'mail',
  'push',
  'meeting',
  'files',
  'webdav',
  'retention',
  'priorities',
  'templates',
  'checkin',
] as const;
export type SystemTab = (typeof SYSTEM_TABS)[number];

/** The settings pages by group, in order; those of `admin` are for administrators. */
const GROUPS = [
  {
    id: 'you',
    own: [
      'personal',
      'email',
      'password',
      'security',
      'device',
      'app',
      'notification',
      'language',
      'theme',
      'navigation',
      'keyboard',
      'checkin',
    ],
    admin: [],
  },
  {
    id: 'workspace',
    own: [],
    admin: [
      'system:rules',
      'system:meeting',
      'system:files',
      'system:webdav',
      'projects',
      'system:priorities',
      'system:templates',
      'system:checkin',
      'stickers',
      'status',
      'license',
    ],
  },
  { id: 'people', own: [], admin: ['team', 'system:signin', 'complaints', 'audit'] },
  {
    id: 'integrations',
    own: ['bots', 'tokens', 'webdav'],
    admin: ['assistant', 'system:applications', 'system:mail', 'system:push'],
  },
  { id: 'data', own: [], admin: ['import', 'export', 'backup', 'system:retention'] },
  { id: 'more', own: ['version', 'delete'], admin: [] },
] as const;

export type SettingsPlace = (typeof GROUPS)[number]['own' | 'admin'][number];
export type SettingsPage = Exclude<SettingsPlace, `system:${string}`> | 'system';
export type SettingsGroup = (typeof GROUPS)[number]['id'];

export interface ReaderRights {
  isAdmin: boolean;
  hasCheckin: boolean;
}

/** The groups that a person sees, without empty ones. */
export function settingsGroups({
  isAdmin,
  hasCheckin,
}: ReaderRights): { id: SettingsGroup; places: SettingsPlace[] }[] {
  return GROUPS.map(({ id, own, admin }) => ({
    id,
    places: [...own.filter((page) => page !== 'checkin' || hasCheckin), ...(isAdmin ? admin : [])] as SettingsPlace[],
  })).filter(({ places }) => places.length > 0);
}

export const settingsPlaces = (who: ReaderRights): SettingsPlace[] =>
  settingsGroups(who).flatMap(({ places }) => places);

/** The page of the address, and its section if the workspace's settings have it. */
export const placeOf = (page: string | undefined, tab: string | null, places: readonly SettingsPlace[]) =>
  page === 'system'
    ? places.find((each) => each === `system:${SYSTEM_TABS.find((known) => known === tab) ?? 'rules'}`)
    : places.find((each) => each === page);

export function pathOf(place: SettingsPlace): string {
  const [page, tab] = place.split(':');
  return `/manage/setting/${page}${tab ? `?tab=${tab}` : ''}`;
}

type Named<P extends SettingsPlace> = P extends `system:${infer Tab}` ? `system_${Tab}` : P;
/** One sentence on what the page is for. */
export const aboutOf = (place: SettingsPlace): string =>
  t(`settings.about_${place.replace(':', '_') as Named<SettingsPlace>}`);

/** The name of a page in the list, in its head and in the palette. */
export function labelOf(place: SettingsPlace): string {
  const [page, tab] = place.split(':');
  return tab ? t(`system.tab_${tab as SystemTab}`) : t(`settings.${page as Exclude<SettingsPage, 'system'>}`);
}

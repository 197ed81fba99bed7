/** The settings pages in order, for their list and the palette. */
const OWN = [
  'personal',
  'email',
  'password',
  'security',
  'language',
  'theme',
  'notification',
  'keyboard',
  'device',
  'bots',
  'tokens',
  'checkin',
  'version',
  'delete',
] as const;
const ADMIN = [
  'system',
  'team',
  'projects',
  'assistant',
  'stickers',
  'import',
  'export',
  'audit',
  'backup',
  'status',
  'license',
] as const;

export type SettingsPage = (typeof OWN | typeof ADMIN)[number];

export const settingsPages = (who: { isAdmin: boolean; hasCheckin: boolean }): SettingsPage[] => [
  ...OWN.filter((page) => page !== 'checkin' || who.hasCheckin),
  ...(who.isAdmin ? ADMIN : []),
];

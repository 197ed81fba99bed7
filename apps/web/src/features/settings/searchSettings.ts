import type { MessageKey } from '@atrium/i18n/translate.ts';
import { t } from '#sync/language.ts';
import { labelOf, pathOf, type ReaderRights, type SettingsPlace, settingsPlaces } from './pages.ts';
import { SETTING_INDEX } from './settingIndex.ts';

export interface FoundSetting {
  label: string;
  place: SettingsPlace;
  /** Other names of the setting besides its label. */
  words: string;
  /** The address of the page, which leads to the setting on it. */
  path: string;
}

type Label = (typeof SETTING_INDEX)[keyof typeof SETTING_INDEX][number];
const labelsOf = (place: SettingsPlace): readonly Label[] =>
  (SETTING_INDEX as Partial<Record<SettingsPlace, readonly Label[]>>)[place] ?? [];

type Worded = Extract<MessageKey, `settings.words_${string}`>;
const WORDED: ReadonlySet<SettingsPlace> = new Set([
  ...(['personal', 'email', 'password', 'security', 'device', 'app', 'notification', 'language', 'theme'] as const),
  ...(['navigation', 'keyboard', 'version', 'delete', 'tokens', 'bots', 'webdav', 'team', 'audit', 'backup'] as const),
  ...(['import', 'system:rules', 'system:signin', 'system:mail', 'system:meeting'] as const),
]);
const wordsOf = (place: SettingsPlace): string =>
  WORDED.has(place) ? t(`settings.words_${place.replace(':', '_')}` as Worded) : '';

/** Pages and settings that a person sees. */
export function allSettings(who: ReaderRights): FoundSetting[] {
  return settingsPlaces(who).flatMap((place) => [
    { label: labelOf(place), place, words: wordsOf(place), path: pathOf(place) },
    ...labelsOf(place).map((key) => ({ label: t(key), place, words: '', path: `${pathOf(place)}#${key}` })),
  ]);
}

/** Finds settings whose label, page or other words have all words; labels that begin with them come first. */
export function searchSettings(words: string, who: ReaderRights): FoundSetting[] {
  const wanted = words.toLowerCase().trim().split(/\s+/);
  const [first = ''] = wanted;
  const rank = ({ label }: FoundSetting) => (label.toLowerCase().startsWith(first) ? 0 : 1);
  return allSettings(who)
    .filter(({ label, place, words: others }) => {
      const text = `${label} ${labelOf(place)} ${others}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

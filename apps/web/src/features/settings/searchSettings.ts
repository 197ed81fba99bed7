import { t } from '#sync/language.ts';
import { labelOf, pathOf, type SettingsPlace, settingsPlaces, type Visitor } from './pages.ts';
import { SETTING_INDEX } from './settingIndex.ts';

export interface FoundSetting {
  label: string;
  place: SettingsPlace;
  /** Leads to the page, and there to the setting. */
  path: string;
}

type Label = (typeof SETTING_INDEX)[keyof typeof SETTING_INDEX][number];
const labelsOf = (place: SettingsPlace): readonly Label[] =>
  (SETTING_INDEX as Partial<Record<SettingsPlace, readonly Label[]>>)[place] ?? [];

/** Pages and settings that a person sees. */
export function allSettings(who: Visitor): FoundSetting[] {
  return settingsPlaces(who).flatMap((place) => [
    { label: labelOf(place), place, path: pathOf(place) },
    ...labelsOf(place).map((key) => ({ label: t(key), place, path: `${pathOf(place)}#${key}` })),
  ]);
}

/** Those whose label or page has all words: first the labels that begin with them. */
export function searchSettings(words: string, who: Visitor): FoundSetting[] {
  const wanted = words.toLowerCase().trim().split(/\s+/);
  const [first = ''] = wanted;
  const rank = ({ label }: FoundSetting) => (label.toLowerCase().startsWith(first) ? 0 : 1);
  return allSettings(who)
    .filter(({ label, place }) => {
      const text = `${label} ${labelOf(place)}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

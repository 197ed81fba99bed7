import { en } from './catalogs/en.ts';
import { isLanguage, type Language, languageOf, localeOf } from './languages.ts';

export type { Language };
export { languageOf };

/** Plural forms stand in the catalog with a suffix; callers name the text without it. */
type WithoutPlural<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base | K : K;
export type MessageKey = WithoutPlural<keyof typeof en>;

const loaders: Record<Exclude<Language, 'en'>, () => Promise<{ default: Record<string, string> }>> = {
  zh: () => import('./catalogs/zh.json', { with: { type: 'json' } }),
  'zh-CHT': () => import('./catalogs/zh-CHT.json', { with: { type: 'json' } }),
  ko: () => import('./catalogs/ko.json', { with: { type: 'json' } }),
  ja: () => import('./catalogs/ja.json', { with: { type: 'json' } }),
  de: () => import('./catalogs/de.json', { with: { type: 'json' } }),
  fr: () => import('./catalogs/fr.json', { with: { type: 'json' } }),
  id: () => import('./catalogs/id.json', { with: { type: 'json' } }),
  ru: () => import('./catalogs/ru.json', { with: { type: 'json' } }),
};

/** One catalog, loaded when it is needed: a browser carries one language, not nine. */
export const catalogOf = async (lang: Language): Promise<Record<string, string>> =>
  lang === 'en' ? en : (await loaders[lang]()).default;

const ready = new Map<Language, Readonly<Record<string, string>>>([['en', en]]);
const plurals = new Map<Language, Intl.PluralRules>();

/** Makes a language ready; the server loads all nine when it starts, a browser its own. */
export async function loadLanguage(lang: Language): Promise<void> {
  if (!ready.has(lang)) ready.set(lang, await catalogOf(lang));
}

/**
 * A text in a language that `loadLanguage` made ready; English where it was not. Plurals by `count`. Holes are filled
 * as they come: texts go into JSON, mails and React, each of which escapes for itself.
 */
export function translate(lang: Language, key: string, data: Record<string, unknown> = {}): string {
  const text = (isLanguage(lang) ? textOf(lang, key, data.count) : undefined) ?? textOf('en', key, data.count) ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, hole: string) => String(data[hole] ?? ''));
}

function textOf(lang: Language, key: string, count: unknown): string | undefined {
  const catalog = ready.get(lang);
  const form = typeof count === 'number' ? catalog?.[`${key}_${formOf(lang, count)}`] : undefined;
  return form ?? catalog?.[key];
}

function formOf(lang: Language, count: number): Intl.LDMLPluralRule {
  const rules = plurals.get(lang) ?? new Intl.PluralRules(localeOf[lang]);
  plurals.set(lang, rules);
  return rules.select(count);
}

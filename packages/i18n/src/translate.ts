import { createInstance } from 'i18next';
import { en } from './catalogs/en.ts';
import { isLanguage, type Language, languageOf } from './languages.ts';

export type { Language };
export { languageOf };

/** Plural forms stand in the catalog with a suffix; callers name the text without it. */
type WithoutPlural<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base | K : K;
export type MessageKey = WithoutPlural<keyof typeof en>;

const loaders: Record<Exclude<Language, 'en'>, () => Promise<Record<string, string>>> = {
  zh: async () => ({}),
  'zh-CHT': async () => ({}),
  ko: async () => ({}),
  ja: async () => ({}),
  de: async () => ({}),
  fr: async () => ({}),
  id: async () => ({}),
  ru: async () => ({}),
};

/** One catalog, loaded when it is needed: a browser carries one language, not nine. */
export const catalogOf = async (lang: Language): Promise<Record<string, string>> =>
  lang === 'en' ? en : loaders[lang]();

const instance = createInstance();
await instance.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  keySeparator: false,
  nsSeparator: false,
  // Texts go into JSON, mails and React, each of which escapes for itself.
  interpolation: { escapeValue: false },
});

/** Makes a language ready; the server loads all nine when it starts, a browser its own. */
export async function loadLanguage(lang: Language): Promise<void> {
  if (lang === 'en' || instance.hasResourceBundle(lang, 'translation')) return;
  instance.addResourceBundle(lang, 'translation', await catalogOf(lang));
}

/** A text in a language that `loadLanguage` made ready; English where it was not. Plurals by `count`. */
export function translate(lang: Language, key: string, data: Record<string, unknown> = {}): string {
  return instance.getFixedT(isLanguage(lang) ? lang : 'en')(key, data);
}

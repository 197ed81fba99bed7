/** The nine languages by their names on the wire; each named in its own language. */
export const languages = {
  zh: '简体中文',
  'zh-CHT': '繁體中文',
  en: 'English',
  ko: '한국어',
  ja: '日本語',
  de: 'Deutsch',
  fr: 'Français',
  id: 'Bahasa Indonesia',
  ru: 'Русский',
} as const;
export type Language = keyof typeof languages;

/** For `lang` attributes, `Intl` and date libraries. */
export const localeOf: Record<Language, string> = {
  zh: 'zh-CN',
  'zh-CHT': 'zh-TW',
  en: 'en-GB',
  ko: 'ko-KR',
  ja: 'ja-JP',
  de: 'de-DE',
  fr: 'fr-FR',
  id: 'id-ID',
  ru: 'ru-RU',
};

export const isLanguage = (word: string): word is Language => Object.hasOwn(languages, word);

/**
 * The first of these that names a supported language: its code, a browser tag, or an Accept-Language list. English
 * otherwise.
 */
export function languageOf(...wishes: readonly string[]): Language {
  for (const wish of wishes) {
    if (!wish) continue;
    for (const part of wish.split(',')) {
      const tag = part.split(';')[0]?.trim() ?? '';
      if (isLanguage(tag)) return tag;
      const lower = tag.toLowerCase();
      if (/^zh-(tw|hk|mo|hant|cht)/.test(lower)) return 'zh-CHT';
      const base = lower.split('-')[0] ?? '';
      if (isLanguage(base)) return base;
    }
  }
  return 'en';
}

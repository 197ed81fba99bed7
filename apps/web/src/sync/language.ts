import { isLanguage, type Language, languageOf, localeOf } from '@atrium/i18n/languages.ts';
import { loadEntry, type MessageKey, translate } from '@atrium/i18n/translate.ts';

const KEY = 'language';

/** The chosen language: that of local storage, else the browser's, else English. It changes only with a reload. */
export function chosenLanguage(): Language {
  const stored = localStorage.getItem(KEY);
  return stored && isLanguage(stored) ? stored : languageOf(...navigator.languages, navigator.language);
}

export const language: Language = chosenLanguage();
export const locale = localeOf[language];

const rows = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' });
/** A list of names, joined as the language does. */
export const formatList = (items: readonly string[]): string => rows.format(items);

/** Sentences, one after another: Chinese and Japanese have no space after a full stop. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.join(language === 'zh' || language === 'zh-CHT' || language === 'ja' ? '' : ' ');

/** Loads what signing in needs. */
export async function prepareLanguage(): Promise<void> {
  document.documentElement.lang = locale;
  await loadEntry(language);
}

export function switchLanguage(next: Language): void {
  localStorage.setItem(KEY, next);
  location.reload();
}

/** A text of the interface in the page's language. */
export const t = (key: MessageKey, data?: Record<string, unknown>): string => translate(language, key, data);

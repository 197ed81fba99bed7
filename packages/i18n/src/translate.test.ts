import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { en } from './catalogs/en.ts';
import { isLanguage, type Language, languageOf, languages, localeOf } from './languages.ts';
import { loadLanguage } from './parts.ts';
import { translate } from './translate.ts';

const others = Object.keys(languages).filter((lang): lang is Language => isLanguage(lang) && lang !== 'en');
const PLURAL = /_(zero|one|two|few|many|other)$/;
const holesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

const read = (...file: string[]) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, ...file), 'utf8')) as Record<string, string>;
/** Every text of a language, also those of the server. */
const catalogOf = (lang: Language): Record<string, string> => {
  const parts = readdirSync(path.join(import.meta.dirname, 'catalogs', lang));
  return Object.assign(read('server', `${lang}.json`), ...parts.map((part) => read('catalogs', lang, part)));
};

/** The plural forms of a language. */
const formsOf = (lang: Language) => new Intl.PluralRules(localeOf[lang]).resolvedOptions().pluralCategories;

// covers A1-09
describe.each(others)('%s', (lang) => {
  test('has every text of the interface with the same placeholders and its own plural forms', () => {
    const catalog = catalogOf(lang);
    const bases = new Set(
      Object.keys(en)
        .filter((key) => PLURAL.test(key))
        .map((key) => key.replace(PLURAL, '')),
    );
    const single = Object.keys(en).filter((key) => !PLURAL.test(key));
    const plural = [...bases].flatMap((base) => formsOf(lang).map((form) => `${base}_${form}`));
    expect([...single, ...plural].filter((key) => !catalog[key])).toEqual([]);
    expect(Object.keys(catalog).filter((key) => !single.includes(key) && !bases.has(key.replace(PLURAL, '')))).toEqual(
      [],
    );
    for (const [key, text] of Object.entries(catalog)) {
      const base = key.replace(PLURAL, '');
      const source = (en as Record<string, string>)[key] ?? (en as Record<string, string>)[`${base}_other`] ?? '';
      // "One person" may omit the number.
      const wanted = PLURAL.test(key) ? holesOf(source).filter((hole) => hole !== 'count') : holesOf(source);
      expect(
        holesOf(text).filter((hole) => !PLURAL.test(key) || hole !== 'count'),
        key,
      ).toEqual(wanted);
    }
  });
});

test('a text is in its reader’s language', async () => {
  await loadLanguage('de');
  await loadLanguage('ru');
  expect(translate('de', 'action.save')).not.toBe(translate('en', 'action.save'));
  const people = [1, 3, 5].map((count) => translate('ru', 'dialog.people', { count }));
  expect(new Set(people).size).toBe(3);
});

// covers A1-10
test('the language is the stored one, else the browser’s, else English', () => {
  expect(languageOf('de', 'fr')).toBe('de');
  expect(languageOf('', 'zh-TW,zh;q=0.9,en')).toBe('zh-CHT');
  expect(languageOf('', 'pt-BR, ko-KR')).toBe('ko');
  expect(languageOf('xx', '')).toBe('en');
});

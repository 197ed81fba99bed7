import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '@atrium/i18n/languages.ts';
import { describe, expect, test } from 'vitest';
import { ARTICLES, articlesFor } from './articles.ts';
import { type GuideArticle, readArticle } from './guide.ts';
import { findArticles } from './search.ts';

const GUIDE = path.resolve(import.meta.dirname, '../../../../../docs/guide');
const CATALOGS = path.resolve(import.meta.dirname, '../../../../../packages/i18n/src/catalogs');
const read = (...at: string[]) => readFileSync(path.join(GUIDE, ...at), 'utf8');
const textsOf = (language: string) =>
  readdirSync(path.join(CATALOGS, language)).flatMap((name) =>
    Object.values(JSON.parse(readFileSync(path.join(CATALOGS, language, name), 'utf8')) as object),
  ) as string[];

const pictures = readdirSync(path.join(GUIDE, 'pictures'));
const ids = ARTICLES.map(({ id }) => id);

describe.each(Object.keys(languages))('the guide in %s', (language) => {
  const sources = new Map(ids.map((id) => [id, read(language, `${id}.md`)]));

  test('has every article, of one page, whose links and pictures exist', () => {
    expect(readdirSync(path.join(GUIDE, language)).sort()).toEqual(ids.map((id) => `${id}.md`).sort());
    for (const [id, source] of sources) {
      const { title, text, related } = readArticle(id, 'people', source);
      expect(source, id).toMatch(/^# \S/);
      expect(title, id).not.toContain('#');
      expect(text.length, id).toBeGreaterThan(100);
      expect(text.length, id).toBeLessThan(2000);
      for (const each of related) expect(ids, `${id} links to ${each}`).toContain(each);
      // Links would lead nowhere inside the text.
      expect(text, id).not.toMatch(/\]\([\w-]+\.md\)/);
      for (const [, name = ''] of text.matchAll(/\]\(\.\.\/pictures\/([\w.-]+)\)/g)) expect(pictures).toContain(name);
    }
  });

  test('names buttons and pages as the screens do', () => {
    const shown = new Set(textsOf(language));
    const wrong = [...sources].flatMap(([id, source]) =>
      [...source.replace(/`[^`]*`/g, '').matchAll(/\*\*(.+?)\*\*/g)]
        .map(([, words = '']) => words)
        .filter((words) => !shown.has(words))
        .map((words) => `${id}: ${words}`),
    );
    expect(wrong).toEqual([]);
  });

  test('has the same pictures, links and commands as in English', () => {
    const marks = (source: string) => ({
      pictures: [...source.matchAll(/\.\.\/pictures\/[\w.-]+/g)].map(String),
      links: [...source.matchAll(/\(([\w-]+\.md)\)/g)].map(([, name]) => name),
      commands: [...source.matchAll(/`((?:npm|ATRIUM_|SMTP_|DATABASE_|REDIS_|deploy\/)[^`]*)`/g)]
        .map(([, code]) => code)
        .sort(),
    });
    for (const [id, source] of sources) expect(marks(source), id).toEqual(marks(read('en', `${id}.md`)));
  });
});

test('articles of a screen are found by its address, the most specific first', () => {
  expect(articlesFor('/manage/setting/system?tab=mail').map(({ id }) => id)).toEqual(['mail']);
  expect(articlesFor('/manage/project/5').map(({ id }) => id)).toContain('views-and-filters');
  expect(articlesFor('/manage/inbox')[0]?.id).toBe('inbox');
  expect(articlesFor('/manage/nowhere')).toEqual([]);
});

test('the contents name every article', () => {
  const contents = read('README.md');
  for (const id of ids) expect(contents).toContain(`(en/${id}.md)`);
});

test('a search finds articles with all words, by title first, without accents', () => {
  const article = (id: string, title: string, text: string): GuideArticle => ({
    id,
    audience: 'people',
    title,
    text,
    related: [],
  });
  const all = [
    article('a', 'Tasks', 'How to set a reminder in the calendar'),
    article('b', 'Calendar', 'Days, weeks and a réminder'),
    article('c', 'Files', 'Folders'),
  ];
  const found = (query: string) => findArticles(all, query).map(({ id }) => id);
  expect(found('calendar')).toEqual(['b', 'a']);
  expect(found('reminder calendar')).toEqual(['b', 'a']);
  expect(found('reminder folders')).toEqual([]);
  expect(found(' ')).toEqual([]);
});

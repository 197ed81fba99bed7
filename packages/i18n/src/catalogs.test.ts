import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { en } from './catalogs/en.ts';

const root = import.meta.dirname;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

test.each(files)('%s lists its keys in alphabetical order', (name) => {
  const keys = Object.keys(JSON.parse(readFileSync(path.join(root, name), 'utf8')) as object);
  expect(keys).toEqual([...keys].sort());
});

/** Texts that the specification quotes word for word: reword them there first (A2-37, A4-18, A4-20). */
const SPECIFIED: Record<string, string> = {
  'error.invite.gone': 'The invite address does not exist or has been deleted!',
  'search.archived_project': 'Project has been archived, cannot be viewed',
  'search.badge.owner': 'Person in charge',
};

test.each(Object.entries(SPECIFIED))('%s reads as in the specification', (key, text) => {
  expect(en[key as keyof typeof en]).toBe(text);
});

/** Words ruled out by docs/writing.md and the glossary, with their replacements. */
const RULED_OUT: [pattern: RegExp, instead: string][] = [
  [/\b(anew|whomsoever)\b/i, 'again'],
  [/\bby (it|them)sel(f|ves)\b/i, 'automatically'],
  [/\b(every|some|any)body\b/i, '-one'],
  [/\bnobody\b/i, 'no one'],
  [/colour|favourite|licence|organis|recognis|minimis/i, 'American spelling'],
  [/\be-mails?\b/i, 'email'],
  [/\bword chain/i, 'sign-up list'],
  [/\bdisband|dissolve/i, 'delete'],
  [/\bpicture code\b/i, 'CAPTCHA'],
  [/\b\w+ \d* ?%/, 'no space before the percent sign'],
  [/!$/, 'no exclamation mark at the end'],
];

test('English texts use the words of the glossary', () => {
  const found = Object.entries(en).flatMap(([key, text]) =>
    key in SPECIFIED
      ? []
      : RULED_OUT.filter(([pattern]) => pattern.test(text)).map(([, instead]) => `${key}: “${text}” (${instead})`),
  );
  expect(found).toEqual([]);
});

test.each(files.filter((name) => /^server\W/.test(name)))('%s ends every error with a full stop', (name) => {
  const texts = JSON.parse(readFileSync(path.join(root, name), 'utf8')) as Record<string, string>;
  const found = Object.entries(texts).filter(
    ([key, text]) => key.startsWith('error.') && !(key in SPECIFIED) && !/([.。]|\}\})$/.test(text),
  );
  expect(found).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { en } from './catalogs/en.ts';

const root = path.join(import.meta.dirname, 'catalogs');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

test.each(files)('%s lists its keys in alphabetical order', (name) => {
  const keys = Object.keys(JSON.parse(readFileSync(path.join(root, name), 'utf8')) as object);
  expect(keys).toEqual([...keys].sort());
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
/** Texts quoted from the specification word for word. */
const QUOTED = new Set(['error.invite.gone']);

test('English texts use the words of the glossary', () => {
  const found = Object.entries(en).flatMap(([key, text]) =>
    QUOTED.has(key)
      ? []
      : RULED_OUT.filter(([pattern]) => pattern.test(text)).map(([, instead]) => `${key}: “${text}” (${instead})`),
  );
  expect(found).toEqual([]);
});

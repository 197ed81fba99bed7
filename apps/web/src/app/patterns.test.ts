import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');

/** Every regular expression in our own code, with one of its files. */
function patterns(): Map<string, { pattern: string; flags: string; file: string }> {
  const found = new Map<string, { pattern: string; flags: string; file: string }>();
  for (const file of globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(test|spec)\.tsx?$/.test(file)) continue;
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, pattern, flags } = node as Record<string, unknown>;
      if (type === 'RegExpLiteral' && typeof pattern === 'string' && typeof flags === 'string')
        found.set(`/${pattern}/${flags}`, { pattern, flags, file });
      for (const child of Object.values(node)) visit(child);
    };
    visit(parseSync(readFileSync(path.join(root, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') }));
  }
  return found;
}

const CHARS = 20_000;
/** An expression with quadratic time takes half a second for this length, others a few ms. */
const MOST_MS = 200;
/** Expressions for the server's configuration, our own tables, and texts that are short already. */
const TRUSTED = new Set(['/\\/+$/', "/^'+|'+$/g", '/[.,;:!?)\\]]+$/', '/\\S+ \\S+/g']);
const COMMON = [
  'a',
  '1',
  ' ',
  '\n',
  '<',
  '`',
  '[',
  '(',
  '@',
  '.',
  '-',
  '*',
  '_',
  '&',
  '"',
  '=',
  '@a',
  '@a@',
  '![',
  '[a](',
  'a.',
  'a b',
];

/** Text to repeat to slow an expression down: common characters, and those of the pattern itself. */
function fills(pattern: string): string[] {
  const words = pattern.replaceAll(/\\[a-zA-Z]|[\\^$?+|(){}[\]]/g, ' ').split(' ');
  const own = [...words.filter((word) => word.length > 1 && word.length < 20), ...new Set(words.join(''))];
  return [...new Set([...COMMON, ...own, ...own.map((word) => `${word} `)])];
}

function timeOf(expression: RegExp, text: string): number {
  const started = performance.now();
  if (expression.global) text.replace(expression, '');
  else expression.test(text);
  return performance.now() - started;
}

test('no regular expression is slow on any input', () => {
  const all = patterns();
  expect(all.size).toBeGreaterThan(200);
  const slow: string[] = [];
  for (const [name, { pattern, flags, file }] of all) {
    if (TRUSTED.has(name)) continue;
    const expression = new RegExp(pattern, flags);
    for (const fill of fills(pattern)) {
      const body = fill.repeat(CHARS / fill.length);
      const isSlow = [`${body}!`, `${body}\n`, `x${body}\nx`].some(
        // A single slow run may be the machine.
        (text) => timeOf(expression, text) > MOST_MS && timeOf(expression, text) > MOST_MS,
      );
      if (isSlow) slow.push(`${name} in ${file} on ${JSON.stringify(fill)}`);
    }
  }
  expect(slow).toEqual([]);
});

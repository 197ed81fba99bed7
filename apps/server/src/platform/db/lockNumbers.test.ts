import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'));
const matchesIn = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)]);

test('every advisory lock has a name, and no two have the same number', () => {
  const numbers = matchesIn(/^(?:export )?const \w*LOCKS? = (\d[\w]*);/gm).map(([, number = '']) =>
    Number(number.replaceAll('_', '')),
  );
  expect(numbers.length).toBeGreaterThan(15);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(matchesIn(/pg_\w*advisory\w*\(\s*\d/g).map(([call]) => call)).toEqual([]);
  const unnamed = matchesIn(/pg_\w*advisory\w*\(\$\{(\w+)/g).filter(([, name = '']) => !/LOCKS?$/.test(name));
  expect(unnamed.map(([call]) => call)).toEqual([]);
});

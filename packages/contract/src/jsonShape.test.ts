import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { coerceInput } from './coerce.ts';
import { excessOf, MAX_DEPTH, MAX_VALUES } from './jsonShape.ts';
import { Ids, Keys, ListOf, Text } from './kit.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1));

test('depth and number of values are limited', () => {
  expect(excessOf(nested(MAX_DEPTH))).toBeNull();
  expect(excessOf(nested(MAX_DEPTH + 1))).toBe('deep');
  expect(excessOf(list(MAX_VALUES - 2))).toBeNull();
  expect(excessOf(list(MAX_VALUES))).toBe('many');
  expect(excessOf(`{${Array.from({ length: MAX_VALUES }, (_, at) => `"k${at}":1`).join()}}`)).toBe('many');
  // Siblings do not add up to depth.
  expect(excessOf(`[${Array.from({ length: 500 }, () => nested(3)).join()}]`)).toBeNull();
});

test('characters inside strings do not count', () => {
  const text = `[[${','.repeat(MAX_VALUES)}\\"{{`.repeat(50);
  expect(excessOf(JSON.stringify({ text }))).toBeNull();
  expect(excessOf(JSON.stringify({ text: '\\' }) + nested(MAX_DEPTH + 1))).toBe('deep');
});

test('JSON text in a parameter has the same limits and stays text beyond them', () => {
  const schema = Type.Object({
    ids: Type.Optional(Ids()),
    keys: Keys({ name: Text() }),
    rows: Type.Optional(ListOf(Text())),
  });
  const many = list(MAX_VALUES);
  expect(coerceInput(schema, { rows: many })).toEqual({ rows: [many] });
  expect(coerceInput(schema, { keys: nested(MAX_DEPTH + 1) })).toEqual({ keys: nested(MAX_DEPTH + 1) });
  expect(coerceInput(schema, { ids: '[1,2]', rows: '["a"]' })).toEqual({ ids: [1, 2], rows: ['a'] });
});

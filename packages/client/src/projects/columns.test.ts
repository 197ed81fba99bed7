import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromColumns, toColumns } from './columns.ts';

test('rows decode exactly as encoded, with their own fields, in order', () => {
  const shared = { tags: ['a'] };
  const rows = [
    { id: 1, name: 'one', at: null, of: shared },
    { id: 2, at: undefined },
    { id: 3, name: 'three', at: null, of: shared },
    {},
    { id: 4, at: 0 },
  ];
  const again = fromColumns<Record<string, unknown>>(structuredClone(toColumns(rows)));
  expect(again).toStrictEqual(rows);
  expect(again.map((row) => Object.keys(row))).toEqual(rows.map((row) => Object.keys(row)));
  expect(fromColumns(toColumns([]))).toEqual([]);
});

test('rows of any values are stored by value', () => {
  const row = fc.dictionary(fc.constantFrom('id', 'name', 'at', 'of'), fc.jsonValue(), { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(fromColumns(structuredClone(toColumns(rows)))).toStrictEqual(rows);
    }),
  );
});

test('values shared by all rows are stored once', () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, loop: 'never', p_name: 'P2' }));
  expect(JSON.stringify(toColumns(rows)).match(/never/g)).toHaveLength(1);
});

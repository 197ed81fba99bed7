import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placesFor } from './places.ts';

const changed = (now: readonly (number | undefined)[]) =>
  placesFor(now).filter((place, index) => place !== now[index]).length;

test('moving a card changes only that card’s rank', () => {
  const column = Array.from({ length: 400 }, (_, index) => index * 256);
  for (const [from, to] of [
    [399, 0],
    [0, 399],
    [200, 10],
    [10, 200],
  ] as const) {
    const wanted = column.toSpliced(from, 1).toSpliced(to, 0, column[from] ?? 0);
    expect(changed(wanted)).toBe(1);
  }
  expect(changed([...column.slice(0, 5), undefined, ...column.slice(5)])).toBe(1);
  expect(changed(column)).toBe(0);
});

test('without a free rank all are renumbered with gaps', () => {
  const wanted = [0, 1, undefined, 2, 3];
  const places = placesFor(wanted);
  expect(places).toEqual([0, 256, 512, 768, 1024]);
  expect(changed([0, 256, undefined, 512])).toBe(1);
});

test('ranks always ascend, whatever they were before', () => {
  const before = fc.array(fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: undefined }), { maxLength: 60 });
  fc.assert(
    fc.property(before, (now) => {
      const places = placesFor(now);
      expect(places).toHaveLength(now.length);
      expect(places.every((place, index) => index === 0 || place > (places[index - 1] ?? NaN))).toBe(true);
      expect(places.every(Number.isInteger)).toBe(true);
    }),
  );
});

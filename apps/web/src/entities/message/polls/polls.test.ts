import { expect, test } from 'vitest';
import { chainLines, percentOf } from './polls.ts';

const line = (id: number, type = 'text') => ({ id, type, userid: 1, text: `line ${id}` });

// covers B9-03
test('percentages have two decimals and count people who voted', () => {
  expect(percentOf(1, 3)).toBe('33.33');
  expect(percentOf(2, 3)).toBe('66.67');
  expect(percentOf(3, 3)).toBe('100.00');
  expect(percentOf(0, 0)).toBe('0.00');
});

// covers B4-16
test('examples come first in a sign-up list', () => {
  const { lines } = chainLines([line(1), line(2, 'case'), line(3)], true);
  expect(lines.map(({ id }) => id)).toEqual([2, 1, 3]);
});

// covers B9-03
test('four lines are shown in full, of five the first two', () => {
  const four = [1, 2, 3, 4].map((id) => line(id));
  expect(chainLines(four, false)).toMatchObject({ hidden: 0, isFoldable: false });
  const five = [...four, line(5)];
  expect(chainLines(five, false)).toMatchObject({ lines: [line(1), line(2)], hidden: 3, isFoldable: true });
  expect(chainLines(five, true)).toMatchObject({ hidden: 0, isFoldable: true });
});

import { expect, test } from 'vitest';
import { gridOf } from './grid.ts';

const shape = (count: number, isNarrow = false) => {
  const { columns, rows, isScrolled } = gridOf(count, isNarrow);
  return `${columns}x${rows}${isScrolled ? '+' : ''}`;
};

test('one to twelve tiles fill the window, more are scrolled', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 9, 10, 12].map((count) => shape(count))).toEqual([
    '1x1',
    '2x1',
    '2x2',
    '2x2',
    '3x2',
    '3x2',
    '3x3',
    '3x3',
    '4x3',
    '4x3',
  ]);
  expect([13, 32].map((count) => shape(count))).toEqual(['4x3+', '4x3+']);
  expect([1, 2, 3, 4, 6, 12, 13].map((count) => shape(count, true))).toEqual([
    '1x1',
    '1x2',
    '2x2',
    '2x2',
    '2x3',
    '2x6',
    '2x6+',
  ]);
});

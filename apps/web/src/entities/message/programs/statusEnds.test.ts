import { expect, test } from 'vitest';
import { minutesOf } from './statusEnds.ts';

test('a status ends after some time, with the day, with the week, or at a chosen moment', () => {
  // A Thursday.
  const now = new Date(2026, 10, 26, 22, 30);
  expect(minutesOf('', now, null)).toBeNull();
  expect(minutesOf('240', now, null)).toBe(240);
  expect(minutesOf('day', now, null)).toBe(90);
  expect(minutesOf('week', now, null)).toBe(90 + 3 * 24 * 60);
  expect(minutesOf('week', new Date(2026, 10, 29, 23, 0), null)).toBe(60);
  expect(minutesOf('chosen', now, new Date(2026, 10, 26, 23, 0))).toBe(30);
  expect(minutesOf('chosen', now, null)).toBeNull();
});

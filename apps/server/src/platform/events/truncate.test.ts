import { expect, test } from 'vitest';
import { truncate } from './truncate.ts';

test('a text is never cut inside a character', () => {
  expect(truncate('ab😀', 3)).toBe('ab');
  expect(truncate('ab😀', 4)).toBe('ab😀');
  expect(truncate('ab😀c', 4)).toBe('ab😀');
  expect(truncate('abc', 2)).toBe('ab');
  expect(truncate('', 2)).toBe('');
});

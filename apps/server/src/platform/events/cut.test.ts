import { expect, test } from 'vitest';
import { cut } from './cut.ts';

test('a text is never cut inside a character', () => {
  expect(cut('ab😀', 3)).toBe('ab');
  expect(cut('ab😀', 4)).toBe('ab😀');
  expect(cut('ab😀c', 4)).toBe('ab😀');
  expect(cut('abc', 2)).toBe('ab');
  expect(cut('', 2)).toBe('');
});

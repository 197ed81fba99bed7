import { expect, test } from 'vitest';
import { departmentWords } from './departmentWords.ts';

test('a department that a person heads says so in words', () => {
  expect(departmentWords('Kitchen (M), Cellar')).toBe('Kitchen (head), Cellar');
  expect(departmentWords('')).toBe('');
});

import { expect, test } from 'vitest';
import { livePath } from './livePath.ts';

// covers A2-29
test('a file over its folder is the same place as its window', () => {
  expect(livePath('/manage/file/3/14')).toBe('/single/file/14');
  expect(livePath('/manage/file/3')).toBe('/manage/file/3');
  expect(livePath('/manage/project/3')).toBe('/manage/project/3');
});

import { expect, test } from 'vitest';
import { initialsOf } from './UserAvatar.tsx';

test('what a name has in parentheses is not in its initials', () => {
  const names = ['Ada Lindqvist (sample)', '陈思远（示例）', 'Ada', '(sample)', 'Ada (x) Lindqvist'];
  expect(names.map((name) => initialsOf(name))).toEqual(['AL', '远', 'A', '(', 'AL']);
});

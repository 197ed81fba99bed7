import { expect, test } from 'vitest';
import { popRoute, pushRoute } from './history.ts';
import { safeReturn } from './returnTo.ts';

// covers A2-28, A9-16, C2-04, C9-15
test('route history above 120 entries keeps the last 100; going back from nothing goes to the start', () => {
  const list: string[] = [];
  for (let index = 1; index <= 120; index++) pushRoute(list, `/r${index}`);
  expect(list).toHaveLength(120);
  pushRoute(list, '/r121');
  expect(list).toHaveLength(100);
  expect([list[0], list.at(-1)]).toEqual(['/r22', '/r121']);
  expect(popRoute(list)).toBe('/r120');
  expect(popRoute(['/only'])).toBe('/');
  expect(popRoute([])).toBe('/');
});

test('after signing in only pages of ours are returned to', () => {
  expect(safeReturn('/manage/project/7?x=1')).toBe('/manage/project/7?x=1');
  for (const from of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login?from=/login',
  ]) {
    expect(safeReturn(from)).toBe('/manage/dashboard');
  }
});

import { expect, test } from 'vitest';
import { popRoute, pushRoute } from './history.ts';
import { safeReturn } from './returnTo.ts';

// covers A2-28, A9-16, C2-04, C9-15
test('route history above 120 entries keeps the last 100; going back from nothing opens the start page', () => {
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

test('sign-in returns only to the application’s own pages', () => {
  expect(safeReturn('/manage/project/7?x=1')).toBe('/manage/project/7?x=1');
  for (const from of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login?from=/login',
    '/login',
    '/login/x',
  ]) {
    expect(safeReturn(from)).toBe('/manage/dashboard');
  }
  expect(safeReturn('/loginless')).toBe('/loginless');
});

test('no spelling of another host is returned to', () => {
  const slashes = ['/', '//', '///', '\\', '/\\', '\\/', '/\t/', '/\n/', '\t//', '/%2f', '/%5c', '/;/', '/@'];
  const dots = ['', '.', '..', './', '../', '%2e', '%2e%2e', '..%2f', '.%2e/', 'a/..', 'a/../..', '\t..', '.\t.'];
  const hosts = ['evil.example', 'user@evil.example', '[::1]', 'evil.example:80', '%65vil.example', 'evil。example'];
  for (const first of slashes) {
    for (const dot of dots) {
      for (const second of ['', ...slashes]) {
        for (const host of hosts) {
          const from = first + dot + second + host;
          const back = safeReturn(from);
          // As the browser resolves it on our own page.
          expect([from, new URL(back, 'https://atrium.example/login').origin]).toEqual([
            from,
            'https://atrium.example',
          ]);
          expect(back).toMatch(/^\/(?![/\\])/);
        }
      }
    }
  }
});

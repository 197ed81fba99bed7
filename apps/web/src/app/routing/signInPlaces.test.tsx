import { afterEach, expect, test } from 'vitest';
import { TOKEN } from '#sync/token.ts';
import { isSignIn, targetOf } from './signInPlaces.ts';

afterEach(() => localStorage.removeItem(TOKEN));

test('the start pages show the sign-in page while nobody is signed in, others need the router', () => {
  for (const place of ['', '/', '/login', '/login?from=/manage/calendar', '/pro', '/login#top'])
    expect(isSignIn(place), place).toBe(true);
  for (const place of ['/manage/dashboard', '/single/password?code=1', '/meeting/1', '/login/more', '/none'])
    expect(isSignIn(place), place).toBe(false);
  localStorage.setItem(TOKEN, 'a token');
  expect(isSignIn('/login')).toBe(false);
});

test('the page after signing in is the requested one of this app, or the confirmation of another device', () => {
  const target = (search: string) => targetOf(new URLSearchParams(search));
  expect(target('from=/manage/calendar')).toBe('/manage/calendar');
  expect(target('from=https://evil.example')).toBe('/manage/dashboard');
  expect(target('qrcode=a%26b&from=/manage/calendar')).toBe('/login?qrcode=a%26b');
});

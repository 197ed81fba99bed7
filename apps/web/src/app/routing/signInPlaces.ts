import { storedToken } from '#sync/token.ts';
import { safeReturn } from './returnTo.ts';

const PLACES = new Set(['', '/', '/login', '/pro', '/token', '/preload']);

/** True if a place shows the sign-in page, which needs no router. */
export const isSignIn = (place: string): boolean => !storedToken() && PLACES.has(place.replace(/[?#].*/s, ''));

/** The page to open after signing in; with the code of another device, the page that confirms it. */
export function targetOf(search: URLSearchParams): string {
  const code = search.get('qrcode');
  return code ? `/login?qrcode=${encodeURIComponent(code)}` : safeReturn(search.get('from'));
}

/** A new account is asked for its name and the like first. */
export const setupFirst = (target: string): string => `/manage/setup?next=${encodeURIComponent(target)}`;

import { readLink } from '@atrium/contract/shell/links.ts';

const HOME = '/manage/dashboard';
const BASE = 'http://atrium.invalid';

/** The page to open after signing in: only pages of this app; other addresses are ignored. */
export function safeReturn(from: string | null): string {
  const path = from?.startsWith('/') ? pathOf(from) : undefined;
  // The path is checked again, because resolving dots can leave two leading slashes: `/..//host` then names a host.
  return path !== undefined && pathOf(path) === path && !/^\/login(?:[/?]|$)/.test(path) ? path : HOME;
}

/**
 * The screen that a `web+atrium:` link leads to; only one of this app. A screen of another server has the same path, and
 * other content.
 */
export function placeOfLink(link: string | null, origin = location.origin): string {
  const { server, place } = readLink(link ?? '') ?? { server: '', place: null };
  return safeReturn(server === '' || server === origin ? place : null);
}

function pathOf(address: string): string | undefined {
  const url = URL.canParse(address, BASE) ? new URL(address, BASE) : undefined;
  return url?.origin === BASE ? url.pathname + url.search : undefined;
}

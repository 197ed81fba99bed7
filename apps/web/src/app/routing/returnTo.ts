import { readLink } from '@atrium/contract/shell/links.ts';

const HOME = '/manage/dashboard';
const BASE = 'http://atrium.invalid';

/** The page to open after signing in: only pages of this app, whatever the address contains. */
export function safeReturn(from: string | null): string {
  const path = from?.startsWith('/') ? pathOf(from) : undefined;
  // Checked again, because resolving dots can leave two leading slashes: `/..//host` then names a host.
  return path !== undefined && pathOf(path) === path && !/^\/login(?:[/?]|$)/.test(path) ? path : HOME;
}

/** The screen that a `web+atrium:` link leads to; only one of this app. */
export const placeOfLink = (link: string | null): string => safeReturn(readLink(link ?? '')?.place ?? null);

function pathOf(address: string): string | undefined {
  const url = URL.canParse(address, BASE) ? new URL(address, BASE) : undefined;
  return url?.origin === BASE ? url.pathname + url.search : undefined;
}

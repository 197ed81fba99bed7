const HOME = '/manage/dashboard';
const BASE = 'http://atrium.invalid';

/** The page to open after signing in: only pages of this app, whatever the address says. */
export function safeReturn(from: string | null): string {
  const path = from?.startsWith('/') ? pathOf(from) : undefined;
  // Once more, because dots that are resolved can leave two slashes in front: `/..//host` names a host then.
  return path !== undefined && pathOf(path) === path && !/^\/login(?:[/?]|$)/.test(path) ? path : HOME;
}

function pathOf(address: string): string | undefined {
  const url = URL.canParse(address, BASE) ? new URL(address, BASE) : undefined;
  return url?.origin === BASE ? url.pathname + url.search : undefined;
}

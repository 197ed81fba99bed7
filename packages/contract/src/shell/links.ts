import { isPlace, isSafeAddress } from './bridge.ts';

/** `atrium:` opens a shell, `web+atrium:` the installed web application, which the browser lets have no other name. */
const SCHEME = /^(?:web\+)?atrium:/i;

export interface DeepLink {
  /** The origin of the server; '' = the current one. */
  server: string;
  place: string;
}

/**
 * `atrium://host/manage/project/3` leads to a screen of that server, `atrium:/manage/project/3` to one of the current
 * server. Null for anything else.
 */
export function readLink(link: string): DeepLink | null {
  if (!SCHEME.test(link) || link.length > 2000) return null;
  const rest = link.replace(SCHEME, '');
  const isNamed = rest.startsWith('//') && !rest.startsWith('///');
  const address = isNamed ? addressOf(rest.slice(2)) : `https://none.invalid/${rest.replace(/^\/+/, '')}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const place = url.pathname + url.search;
  if (!isPlace(place) || !isSafeAddress(url.href)) return null;
  return { server: isNamed ? url.origin : '', place: place === '/' ? '/manage/dashboard' : place };
}

/** Only a server on this computer is asked without encryption. */
const addressOf = (rest: string) => `${/^(localhost|127\.0\.0\.1)(:|\/|$)/.test(rest) ? 'http' : 'https'}://${rest}`;

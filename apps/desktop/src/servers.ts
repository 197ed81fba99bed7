import { isSafeAddress, type ShellServer } from '@atrium/contract/shell/bridge.ts';

/** A workspace that this computer has connected to. */
export interface KnownServer {
  url: string;
  name: string;
  unread: number;
}
export interface ServerList {
  current: string;
  list: readonly KnownServer[];
}
export const NO_SERVERS: ServerList = { current: '', list: [] };

export type AddressProblem = 'shell.no_address' | 'shell.bad_address';

/**
 * The origin that a person means: without a scheme https, or http for this computer. Anything else without encryption
 * is refused.
 */
export function readAddress(typed: string): { url: string } | { problem: AddressProblem } {
  const text = typed.trim();
  if (!text) return { problem: 'shell.no_address' };
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(text);
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${isLocal ? 'http' : 'https'}://${text}`;
  return isSafeAddress(address) ? { url: new URL(address).origin } : { problem: 'shell.bad_address' };
}

/** The first page at the start: the current server, or the page that asks for one, with the reason. */
export function firstPage({ current }: ServerList): { url: string } | { problem: AddressProblem } {
  return current ? readAddress(current) : { problem: 'shell.no_address' };
}

/** Puts a server first, known or new. */
export function connectTo({ list }: ServerList, url: string, name = ''): ServerList {
  const known = list.find((each) => each.url === url);
  const server = { url, unread: known?.unread ?? 0, name: name || known?.name || new URL(url).host };
  return { current: url, list: [server, ...list.filter((each) => each.url !== url)] };
}

export function forgetServer({ current, list }: ServerList, url: string): ServerList {
  const left = list.filter((each) => each.url !== url);
  return { current: current === url ? (left[0]?.url ?? '') : current, list: left };
}

export const countUnread = (servers: ServerList, url: string, unread: number): ServerList => ({
  ...servers,
  list: servers.list.map((each) => (each.url === url ? { ...each, unread } : each)),
});

export const totalUnread = ({ list }: ServerList): number => list.reduce((sum, { unread }) => sum + unread, 0);

export const forBridge = ({ list }: ServerList): readonly ShellServer[] =>
  list.map(({ url, name, unread }) => ({ url, name, unread }));

/** Reads the stored list, without entries that are no longer valid. */
export function readServers(stored: unknown): ServerList {
  const { current, list } = (stored ?? {}) as { current?: unknown; list?: unknown };
  const known = (Array.isArray(list) ? list : []).flatMap((each: Partial<KnownServer> | null) => {
    const url = typeof each?.url === 'string' ? readAddress(each.url) : { problem: '' };
    return 'url' in url
      ? [{ url: url.url, name: String(each?.name ?? ''), unread: Number(each?.unread ?? 0) || 0 }]
      : [];
  });
  const isKnown = known.some(({ url }) => url === current);
  return { current: isKnown ? String(current) : (known[0]?.url ?? ''), list: known };
}

import { isSafeAddress } from '@atrium/contract/shell/bridge.ts';

/**
 * The servers that a build of the app is for: the native bridge is given to their pages only, and no other page is
 * shown. Separated by commas in `ATRIUM_SERVERS`.
 *
 * @throws for an address without encryption
 */
export function readServers(list: string | undefined): string[] {
  const addresses = (list ?? '').split(',').flatMap((each) => each.trim() || []);
  return addresses.map((address) => {
    if (!isSafeAddress(address) || !address.startsWith('https:'))
      throw new Error(`${address} is no https address of a server`);
    return new URL(address).origin;
  });
}

/** The first page at the start: the server chosen last, the only one, or the page that asks. */
export function startAddress(servers: readonly string[], chosen: string | null): { url: string } | { problem: string } {
  if (chosen && servers.includes(chosen)) return { url: chosen };
  const [only, ...more] = servers;
  if (!only) return { problem: 'shell.no_address' };
  return more.length === 0 ? { url: only } : { problem: '' };
}

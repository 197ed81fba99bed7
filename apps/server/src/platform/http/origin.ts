import { hostname, networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { App } from '../app.ts';

/**
 * True if one of this server's pages opens the connection. Pages of other sites may not, even with a token. The `Host`
 * header is no proof, because a foreign name can be made to point here.
 *
 * 1. The configured address is ours.
 * 2. Pages of the visitor's own machine are (`localhost`), on any port: development and tunnels.
 * 3. Without a configured address, this machine's name and addresses are, and the IP address that was requested: behind
 *    a container's port mapping this machine does not know it.
 *
 * Programs without an `Origin` header are not affected.
 */
export function isOwnOrigin({ headers }: FastifyRequest, app: App): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  // Pages without an address of their own send 'null'.
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (page.origin === new URL(app.publicUrl).origin || isLocal(page.hostname)) return true;
  const isOwn =
    app.acceptsAnyOwnAddress && ((ipOf(page.hostname) !== undefined && page.host === host) || isMachine(page.hostname));
  if (!isOwn) app.log.warn({ origin: page.origin }, 'a connection of a foreign page was refused; is ATRIUM_URL right?');
  return isOwn;
}

function ipOf(name: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = name.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined;
}

const isLocal = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || ipOf(name)?.range() === 'loopback';

function isMachine(name: string): boolean {
  const own = hostname().toLowerCase();
  if (name === own || name === `${own}.local`) return true;
  const ip = ipOf(name)?.toNormalizedString();
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return (
    ip !== undefined && addresses.some(({ address }) => ipOf(address.split('%')[0] ?? '')?.toNormalizedString() === ip)
  );
}

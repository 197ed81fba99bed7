import { lookup } from 'node:dns';
import { Agent, request } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * The one way to an address that somebody else named. It is asked over https only; the name is resolved once and the
 * connection goes to the address that was looked at, so that a name cannot point elsewhere a moment later. Addresses that
 * are not of the public internet are refused: what stands beside this server trusts it. A redirect is an answer like any
 * other and is not followed.
 *
 * @throws OutboundRefused for an address that is not to be asked; the network's error, or a timeout, otherwise
 */
export type Outbound = (asked: OutboundRequest) => Promise<{ status: number; body: string }>;

export interface OutboundRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer;
}

export class OutboundRefused extends Error {}

const TIMEOUT_MS = 10_000;
/** An answer is read to say why something failed, not to be kept. */
const MAX_ANSWER_BYTES = 64 * 1024;

const closed = new BlockList();
const CLOSED_4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
const CLOSED_6 = '::/128 ::1/128 64:ff9b::/96 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8';
for (const [ranges, family] of [
  [CLOSED_4, 'ipv4'],
  [CLOSED_6, 'ipv6'],
] as const) {
  for (const range of ranges.split(' ')) {
    const [net = '', bits] = range.split('/');
    closed.addSubnet(net, Number(bits), family);
  }
}

/** Whether an IP address is of the public internet. */
export const isPublic = (address: string) => !closed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublic(address))) {
      return done(new OutboundRefused(`${hostname} is not a public address`), '', 0);
    }
    if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};

export function makeOutbound(): { ask: Outbound; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, lookup: publicLookup });
  return {
    ask: async (asked) => {
      checkAddress(asked.url);
      return await ask(agent, asked);
    },
    close: () => agent.destroy(),
  };
}

function checkAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') throw new OutboundRefused('only https addresses are asked');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Where no name is to be resolved, nobody looks at the address later.
  if (isIP(host) && !isPublic(host)) throw new OutboundRefused(`${host} is not a public address`);
}

const ask = (agent: Agent, { url, method, headers, body }: OutboundRequest) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const sent = request(url, { method, headers, agent, signal }, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size <= MAX_ANSWER_BYTES) parts.push(part);
        else response.destroy(new OutboundRefused('the answer is too long'));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }));
    });
    sent.on('error', reject);
    sent.end(body);
  });

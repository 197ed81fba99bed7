import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { createWriteStream } from 'node:fs';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, connect as openSocket, type Socket } from 'node:net';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import ipaddr from 'ipaddr.js';

/**
 * The only way to fetch an address that users or other servers named. Only https is used; the name is resolved once and
 * the connection goes to the checked address, so that a name cannot point elsewhere a moment later. Addresses outside
 * the public internet are refused: services beside this server trust it. A redirect is returned like any other answer
 * and not followed.
 *
 * @throws OutboundRefused for a refused address; otherwise the network's error, or a timeout
 */
export type Outbound = (asked: OutboundRequest) => Promise<{ status: number; body: string }>;

export interface OutboundRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer;
}

/** Downloads an address to a file. Redirects are followed, each checked like the first address. */
export type Download = (asked: { url: string; to: string; maxBytes: number }) => Promise<{ bytes: number }>;

/**
 * Streams an answer, for slow services. `signal` ends it. Hosts allowed by the operator (`ATRIUM_LOCAL_HOSTS`) may be
 * on the local network and speak plain http.
 */
export type OpenStream = (asked: OutboundRequest & { signal: AbortSignal }) => Promise<IncomingMessage>;

/** Opens a connection for protocols other than http; hosts that the operator allows are treated as above. */
export type Connect = (host: string, port: number) => Promise<Socket>;

export class OutboundRefused extends Error {}
export class OutboundTooLarge extends Error {}

/** The allowed hosts and protocol. */
interface Guard {
  protocol: 'https:' | 'http:';
  isOpen(address: string): boolean;
  resolve?: Resolve;
}
type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

const TIMEOUT_MS = 10_000;
/** A large file may take this long, as long as bytes arrive. */
const DOWNLOAD_MS = 600_000;
const REDIRECTS = 4;
/** The most bytes of a failed answer, which is read only to explain the failure. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** The assigned range of the public IPv6 internet; special ranges within it are refused by name. */
const GLOBAL_6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True if an IP address is on the public internet. An IPv4 address in IPv6 notation is treated as IPv4; addresses that
 * embed another one (translation, tunnels) are not public, because they lead to the embedded address.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_6));
}

const guardedLookup =
  ({ isOpen, resolve = lookup }: Guard): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const [first] = found;
      if (!first || !found.every(({ address }) => isOpen(address))) {
        return done(new OutboundRefused(`${hostname} is not a public address`), '', 0);
      }
      if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };

const PUBLIC: Guard = { protocol: 'https:', isOpen: isPublic };

export function makeOutbound(
  guard = PUBLIC,
  localHosts: readonly string[] = [],
): { ask: Outbound; download: Download; open: OpenStream; connect: Connect; close(): void } {
  const { Agent, request } = guard.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 8, lookup: guardedLookup(guard) });
  const send: Send = (url, options, answered) => {
    checkAddress(guard, url);
    return request(url, { ...options, agent }, answered);
  };
  return {
    ask: async (asked) => await ask(send, asked),
    download: async ({ url, to, maxBytes }) => {
      const response = await follow(send, url, REDIRECTS);
      return await keep(response, to, maxBytes);
    },
    open: (asked) => open(localHosts.includes(hostOf(asked.url)) ? plain : send, asked),
    connect: (host, port) => connect(localHosts.includes(hostOf(addressOf(host, port))) ? null : guard, host, port),
    close: () => agent.destroy(),
  };
}

/**
 * An agent for clients that make their own requests to this address, so that they reach only public ones. Undefined
 * for hosts that the operator trusts.
 *
 * @throws OutboundRefused
 */
export function guardedAgent(address: string, localHosts: readonly string[]): https.Agent | undefined {
  if (localHosts.includes(hostOf(address))) return undefined;
  checkAddress(PUBLIC, address);
  return new https.Agent({ keepAlive: true, maxSockets: 1000, lookup: guardedLookup(PUBLIC) });
}

const addressOf = (host: string, port: number) => `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

const connect = (guard: Guard | null, host: string, port: number) =>
  new Promise<Socket>((resolve, reject) => {
    if (guard && isIP(host) && !guard.isOpen(host)) throw new OutboundRefused(`${host} is not a public address`);
    const socket = openSocket({ host, port, ...(guard && { lookup: guardedLookup(guard) }) });
    const tooLate = setTimeout(() => socket.destroy(new Error(`${host}:${port} does not answer`)), TIMEOUT_MS);
    socket.once('connect', () => {
      clearTimeout(tooLate);
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(tooLate));
  });

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '');
/** Sends requests to hosts that are trusted by name: their address is not checked. */
const plain: Send = (url, options, answered) =>
  (url.startsWith('https:') ? https : http).request(url, options, answered);

const open = (send: Send, { url, method, headers, body, signal }: Parameters<OpenStream>[0]) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(url, { method, headers, signal }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });

/** Like `fetch`, through the guard. A redirect is returned like any other answer. */
export const guardedFetch =
  (openStream: OpenStream): typeof fetch =>
  async (input, init = {}) => {
    const response = await openStream({
      url: input instanceof Request ? input.url : String(input),
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...((typeof init.body === 'string' || init.body instanceof URLSearchParams) && {
        body: Buffer.from(String(init.body)),
      }),
      signal: init.signal ?? AbortSignal.timeout(TIMEOUT_MS),
    });
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    return new Response(Readable.toWeb(response) as ReadableStream<Uint8Array>, {
      status: response.statusCode ?? 502,
      headers,
    });
  };

type Send = (
  url: string,
  options: RequestOptions,
  answered: (response: IncomingMessage) => void,
) => ReturnType<typeof http.request>;

function checkAddress({ protocol, isOpen }: Guard, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== protocol) throw new OutboundRefused(`only ${protocol.slice(0, -1)} addresses are asked`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is not resolved, so it is checked here.
  if (isIP(host) && !isOpen(host)) throw new OutboundRefused(`${host} is not a public address`);
}

/** True if the guard would allow requests to an address, so that one that never works is refused when it is entered. */
export function mayBeAsked(address: string, localHosts: readonly string[]): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // Addresses with a name and a password are refused, because clients refuse to send them.
  if (!url || url.username || url.password) return false;
  if (localHosts.includes(url.host)) return /^https?:$/.test(url.protocol);
  try {
    checkAddress(PUBLIC, address);
    return true;
  } catch {
    return false;
  }
}

const ask = (send: Send, { url, method, headers, body }: OutboundRequest) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const sent = send(url, { method, headers, signal }, (response) => {
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

async function follow(send: Send, url: string, left: number): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(url, { method: 'GET', signal: AbortSignal.timeout(DOWNLOAD_MS) }, resolve);
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error('nothing came any more')));
    sent.on('error', reject);
    sent.end();
  });
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  if (status === 200) return response;
  response.destroy();
  if (status >= 300 && status < 400 && location && left > 0) {
    return follow(send, new URL(location, url).href, left - 1);
  }
  throw new Error(`the answer was ${status}`);
}

/** Bytes are counted when they arrive, because the declared length may be false. */
async function keep(response: IncomingMessage, to: string, maxBytes: number): Promise<{ bytes: number }> {
  let bytes = 0;
  const tooLarge = () => new OutboundTooLarge(`more than ${maxBytes} bytes`);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    throw tooLarge();
  }
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length;
      if (bytes > maxBytes) done(tooLarge());
      else done(null, part);
    },
  });
  await pipeline(response, counted, createWriteStream(to));
  return { bytes };
}

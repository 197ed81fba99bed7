import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '#platform/app';
import { Failure, fail } from '#platform/fail';
import { OutboundRefused } from '#platform/outside/outbound';

const REDIRECTS = 3;

/** Streams an address that an administrator named, through the guard; each redirect is checked like the first address. */
async function opened(app: App, url: string, signal: AbortSignal, left = REDIRECTS): Promise<IncomingMessage> {
  const headers = { accept: '*/*', 'user-agent': 'Atrium' };
  const response = await app.openStream({ url, method: 'GET', headers, signal });
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  if (status === 200) return response;
  response.destroy();
  if (status >= 300 && status < 400 && location && left > 0 && URL.canParse(location, url)) {
    return opened(app, new URL(location, url).href, signal, left - 1);
  }
  throw fail('app.unreachable', { reason: `HTTP ${status}` });
}

/** Ends a stream that is too long: the declared length may be false. */
const upTo = (most: number) => {
  let bytes = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length;
      if (bytes > most) done(fail('app.large'));
      else done(null, part);
    },
  });
};

interface Limits {
  maxBytes: number;
  /** The time limit of the whole download: an address that sends single bytes must not block it. */
  timeoutMs: number;
}

/** @throws app.address, app.unreachable, app.large */
async function fetched<T>(app: App, url: string, limits: Limits, take: (body: Readable) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  try {
    const response = await opened(app, url, signal);
    if (Number(response.headers['content-length'] ?? 0) > limits.maxBytes) {
      response.destroy();
      throw fail('app.large');
    }
    return await take(response);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof OutboundRefused) throw fail('app.address');
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw fail('app.unreachable', { reason: signal.aborted ? 'timeout' : code || 'network' });
  }
}

export const fetchBytes = (app: App, url: string, limits: Limits): Promise<Buffer> =>
  fetched(app, url, limits, async (body) => {
    const parts: Buffer[] = [];
    await pipeline(body, upTo(limits.maxBytes), async (source) => {
      for await (const part of source) parts.push(part as Buffer);
    });
    return Buffer.concat(parts);
  });

export const fetchFile = (app: App, url: string, to: string, limits: Limits): Promise<void> =>
  fetched(app, url, limits, (body) =>
    pipeline(body, upTo(limits.maxBytes), createWriteStream(to, { flags: 'wx', mode: 0o600 })),
  );

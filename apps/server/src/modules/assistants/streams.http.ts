import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { App } from '#platform/app';
import { neighbourhood } from '#platform/limiter';
import { readStream, STREAM_PATH, type StreamState } from './streams.service.ts';

const READ_MS = 150;
/** In a silent stream, a comment is sent in this interval, so that proxies do not close it. */
const SILENT_MS = 15_000;
const REQUESTS = 600;
const WINDOW_MS = 60_000;
/** The number of streams that one network may have open. */
const OPEN_STREAMS = 200;

/**
 * The event stream of an answer. The first frame replaces what a client shows, later ones append to it; the last one
 * says that it is done. A client that connects again gets everything from the beginning.
 */
export function registerStreams(server: FastifyInstance, app: App): void {
  const closing = new AbortController();
  const open = new Map<string, number>();
  server.addHook('preClose', async () => closing.abort());
  server.get<{ Params: { key: string } }>(`${STREAM_PATH}:key`, async (request, reply) => {
    const network = neighbourhood(request.ip);
    const count = open.get(network) ?? 0;
    if (count >= OPEN_STREAMS || !app.limiter.take(`streams:${network}`, REQUESTS, WINDOW_MS)) {
      return reply.status(429).header('retry-after', '60').send();
    }
    const key = request.params.key.slice(0, 100);
    const first = await readStream(app, key);
    // The status 204 ends the retries of a browser.
    if (!first) return reply.status(204).send();
    open.set(network, count + 1);
    const frames = Readable.from(framesOf(app, key, first, closing.signal));
    frames.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(frames);
  });
}

async function* framesOf(app: App, key: string, first: StreamState, signal: AbortSignal): AsyncGenerator<string> {
  let state: StreamState | null = first;
  let sent = '';
  let isFirst = true;
  let saidAt = performance.now();
  while (state && !signal.aborted) {
    const { text, msg_id } = state;
    if (text !== sent) {
      const isMore = !isFirst && text.startsWith(sent);
      yield frame(msg_id, isMore ? 'append' : 'replace', isMore ? text.slice(sent.length) : text);
      isFirst = false;
      sent = text;
      saidAt = performance.now();
    }
    if (state.isDone) {
      yield frame(msg_id, 'done', text);
      return;
    }
    if (performance.now() - saidAt > SILENT_MS) {
      yield ': waiting\n\n';
      saidAt = performance.now();
    }
    try {
      await wait(READ_MS, undefined, { signal });
    } catch {
      return;
    }
    state = await readStream(app, key);
  }
}

const frame = (msgId: number, event: 'replace' | 'append' | 'done', content: string) =>
  `id: ${msgId}\nevent: ${event}\ndata: ${JSON.stringify({ content })}\n\n`;

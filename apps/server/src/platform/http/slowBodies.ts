import type { FastifyInstance } from 'fastify';
import { endSlowRequest } from './malformedRequests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call that takes files may take any time while bytes arrive. */
    takesFiles?: boolean;
  }
}

/** The minimum speed of a request's body. */
export interface MinimumSpeed {
  /** The interval of checking the progress. */
  checkMs: number;
  /** The bytes that must arrive between two checks. */
  minBytes: number;
  /** The time after which a body without files must be complete. */
  totalMs: number;
}

/**
 * The usual limits: half a kilobyte a second is a tenth of the slowest mobile connection; 4 MB in two minutes is 280
 * kbit/s.
 */
export const BODY_SPEED: MinimumSpeed = { checkMs: 30_000, minBytes: 16 * 1024, totalMs: 120_000 };

/**
 * Ends requests whose body does not arrive: each one holds a connection and, for an upload, a file. Node's own limit
 * applies to the whole request and would also end a large upload that makes progress on a slow connection.
 */
export function endSlowBodies(server: FastifyInstance, { checkMs, minBytes, totalMs }: MinimumSpeed): void {
  server.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length'] ?? 0)) return;
    const takesFiles = request.routeOptions.config.takesFiles === true;
    let before = raw.socket.bytesRead;
    let checks = 0;
    const timer = setInterval(() => {
      checks++;
      const now = raw.socket.bytesRead;
      // The sender is not at fault while we do not read the body, because the disk or the database is busy.
      const isSlow = raw.readableFlowing === true && now - before < minBytes;
      const isLate = !takesFiles && checks * checkMs >= totalMs;
      before = now;
      if (isSlow || isLate) {
        stop();
        endSlowRequest(request, reply);
      }
    }, checkMs).unref();
    const stop = () => clearInterval(timer);
    for (const end of ['end', 'close', 'error']) raw.once(end, stop);
  });
}

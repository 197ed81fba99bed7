import type { FastifyInstance } from 'fastify';
import { endSlowRequest } from './unreadable.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call that takes files may take as long as something arrives. */
    takesFiles?: boolean;
  }
}

/** How fast the body of a request must arrive. */
export interface Pace {
  /** Progress is looked at this often. */
  checkMs: number;
  /** Bytes that must have come between two looks. */
  minBytes: number;
  /** After this a body without files must be complete. */
  totalMs: number;
}

/** Half a kilobyte a second is a tenth of the slowest mobile line; 4 MB in two minutes is 280 kbit/s. */
export const BODY_PACE: Pace = { checkMs: 30_000, minBytes: 16 * 1024, totalMs: 120_000 };

/**
 * Ends requests whose body does not arrive: each one holds a connection and, for an upload, a file. Node's own limit is
 * one for the whole request, which would also end a large upload over a slow line that makes progress.
 */
export function keepPace(server: FastifyInstance, { checkMs, minBytes, totalMs }: Pace): void {
  server.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length'] ?? 0)) return;
    const takesFiles = request.routeOptions.config.takesFiles === true;
    let before = raw.socket.bytesRead;
    let checks = 0;
    const timer = setInterval(() => {
      checks++;
      const now = raw.socket.bytesRead;
      // A body that we do not read at the moment, because the disk or the database is busy, is not the sender's fault.
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place.ts';
import { type Server, startServer } from './server.ts';
import { DataInUse, StartRefused } from './startRefused.ts';
import { stopEarlierServer } from './stopEarlierServer.ts';

/** A database that ends more often than this within the window is given up. */
const MOST_ENDS = 5;
const WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 500;

export type DatabaseSupervisor = { stop(): Promise<void> };

/**
 * Restarts the database, with the same data and address, whenever it ends unexpectedly: killed by the kernel for lack
 * of memory, by a person, or by a bug. If that fails it gives up and reports the reason to `onLost`.
 */
export function superviseDatabase(
  place: Place,
  first: Server,
  onLost: (reason: StartRefused) => void,
): DatabaseSupervisor {
  const { log, cluster } = place;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { port } = first.connection;
  let server = first;
  let ends: number[] = [];

  /** @throws StartRefused  if it does not restart */
  const revive = async (): Promise<Server> => {
    for (let why = 'it ended again and again'; ; ) {
      const now = Date.now();
      ends = [...ends.filter((at) => at > now - WINDOW_MS), now];
      if (ends.length > MOST_ENDS) {
        throw new StartRefused(`The database in ${cluster} could not be kept running: ${why.replace(/\.$/, '')}.`);
      }
      if (ends.length > 1) await sleep(FIRST_PAUSE_MS * 2 ** (ends.length - 2), undefined, { signal });
      try {
        await stopEarlierServer(place, signal);
        return await startServer(place, { signal, port });
      } catch (error) {
        if (signal.aborted || error instanceof DataInUse || !(error instanceof StartRefused)) throw error;
        why = error.message;
        log.warn({ why }, 'The database does not start again yet');
      }
    }
  };
  const watch = async () => {
    for (;;) {
      const { code, output } = await server.ended;
      if (signal.aborted) return;
      log.error({ code, postgres: output.slice(-2000) }, 'The database server ended unexpectedly; starting it again');
      server = await revive();
      log.warn({}, 'The database server runs again');
    }
  };
  const watching = watch().catch((error: unknown) => {
    if (signal.aborted) return;
    onLost(error instanceof StartRefused ? error : new StartRefused(String(error)));
  });
  return {
    async stop() {
      stopping.abort();
      await server.stop();
      await watching;
    },
  };
}

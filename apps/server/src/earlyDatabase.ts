import {
  type EmbeddedLog,
  type EmbeddedPostgres,
  type StartRefused,
  startEmbeddedPostgres,
} from '#platform/postgres/embedded';

/** The embedded database, which starts while the server's code loads. */
export interface EarlyDatabase {
  /** Rejects if it cannot start. */
  postgres: Promise<EmbeddedPostgres>;
  /** Settles if it has ended unexpectedly and cannot be restarted. */
  lost: Promise<StartRefused>;
  /** Stops it, also during the start. Never rejects. */
  close: () => Promise<void>;
}

/**
 * Starts it. Resolves when its first program has been launched, or when it has failed: loading code blocks this process,
 * but not that one.
 */
export async function startDatabaseEarly(
  dataDir: string,
  log: EmbeddedLog,
  signal: AbortSignal,
): Promise<EarlyDatabase> {
  const lost = Promise.withResolvers<StartRefused>();
  const launched = Promise.withResolvers<void>();
  const postgres = startEmbeddedPostgres({ dataDir, log, signal, onLost: lost.resolve, onLaunch: launched.resolve });
  await Promise.race([launched.promise, postgres.catch(() => undefined)]);
  return {
    postgres,
    lost: lost.promise,
    close: async () => {
      const started = await postgres.catch(() => undefined);
      await started?.stop();
    },
  };
}

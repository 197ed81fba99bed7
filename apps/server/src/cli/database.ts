import type { Config } from '../config.ts';
import { findPrimary } from '../platform/db/hosts.ts';
import { type Database, openDatabase } from '../platform/db/pool.ts';
import { makeLog } from '../platform/log.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { findRunningDatabase } from '../platform/postgres/running.ts';

/** The workspace's database for a command: that of a running Atrium, or started for it. */
export async function openOwnDatabase(
  config: Config,
): Promise<{ url: string; database: Database; close(): Promise<void> }> {
  const running = config.databaseUrl ?? (await findRunningDatabase(config.dataDir));
  const postgres = running ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log: makeLog('warn') });
  const url = await findPrimary(running ?? postgres?.url ?? '');
  const database = openDatabase(url, 4);
  return {
    url,
    database,
    async close() {
      await database.close();
      await postgres?.stop();
    },
  };
}

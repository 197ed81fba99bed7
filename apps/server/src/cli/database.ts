import type { Config } from '../config.ts';
import { findPrimary } from '../platform/db/hosts.ts';
import { whyUnreachable } from '../platform/db/migrate.ts';
import { type Database, openDatabase } from '../platform/db/pool.ts';
import { makeLog } from '../platform/log.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { findRunningDatabase } from '../platform/postgres/running.ts';
import { StartRefused } from '../platform/postgres/startRefused.ts';

/**
 * The workspace's database for a command: that of a running Atrium, or started for it.
 *
 * @throws StartRefused if it does not answer
 */
export async function openOwnDatabase(
  config: Config,
): Promise<{ url: string; database: Database; close(): Promise<void> }> {
  const running = config.databaseUrl ?? (await findRunningDatabase(config.dataDir));
  const postgres = running ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log: makeLog('warn') });
  try {
    const url = await findPrimary(running ?? postgres?.url ?? '');
    const database = openDatabase(url, 4);
    // A name of a single host is not tried before.
    await database.pool.query('select 1');
    return {
      url,
      database,
      async close() {
        await database.close();
        await postgres?.stop();
      },
    };
  } catch (error) {
    await postgres?.stop();
    throw new StartRefused(whyUnreachable(error as { code?: string; message: string }), { cause: error });
  }
}

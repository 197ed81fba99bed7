import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { findPrimary } from '../platform/db/hosts.ts';
import { whyUnreachable } from '../platform/db/migrate.ts';
import { type Database, openDatabase } from '../platform/db/pool.ts';
import { makeLog } from '../platform/log.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { findRunningDatabase } from '../platform/postgres/findRunningDatabase.ts';
import { StartRefused } from '../platform/postgres/startRefused.ts';

const NO_WORKSPACE =
  'The database has no Atrium workspace. Set DATABASE_URL to the database of your workspace, or start Atrium once. Nothing was changed.';

/** Checks the data folder before a command creates anything. @throws StartRefused  if it has no database of Atrium */
export function requireData({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl || existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))) return;
  throw new StartRefused(
    `There is no Atrium data in ${dataDir}. Set ATRIUM_DATA to the folder of your workspace, or DATABASE_URL to its database. Nothing was changed.`,
  );
}

/**
 * Before a command migrates a database, which would fill an empty one at a mistyped address.
 *
 * @throws StartRefused  if it does not answer, or has no Atrium
 */
export async function requireWorkspace(databaseUrl: string): Promise<void> {
  try {
    const database = openDatabase(await findPrimary(databaseUrl), 1);
    try {
      await requireSchema(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    throw refusalOf(error);
  }
}

/** @throws StartRefused  if the database has no Atrium */
async function requireSchema({ pool }: Database): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('schema_migrations') as found`);
  if (rows[0]?.found === null) throw new StartRefused(NO_WORKSPACE);
}

const refusalOf = (error: unknown): StartRefused =>
  error instanceof StartRefused
    ? error
    : new StartRefused(whyUnreachable(error as { code?: string; message: string }), { cause: error });

/**
 * The workspace's database for a command: that of a running Atrium, or started for it.
 *
 * @throws StartRefused if it does not answer
 */
export async function openOwnDatabase(
  config: Config,
): Promise<{ url: string; database: Database; close(): Promise<void> }> {
  requireData(config);
  const running = config.databaseUrl ?? (await findRunningDatabase(config.dataDir));
  const postgres = running ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log: makeLog('warn') });
  try {
    const url = await findPrimary(running ?? postgres?.url ?? '');
    const database = openDatabase(url, 4);
    // A name of a single host is not tried before.
    await requireSchema(database);
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
    throw refusalOf(error);
  }
}

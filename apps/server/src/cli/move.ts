import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { ConfigError, readConfig } from '../config.ts';
import { measure } from '../modules/backups/make.service.ts';
import { findPrimary } from '../platform/db/hosts.ts';
import { loadInto, requireEmpty } from '../platform/db/load.ts';
import { ANOTHER_SERVER, SERVER_LOCK } from '../platform/db/serverLock.ts';
import { openSnapshot, type Snapshot } from '../platform/db/snapshot.ts';
import { makeLog } from '../platform/log.ts';
import { StartRefused, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { copyKeys } from '../platform/secrets.ts';
import { runCommand } from './command.ts';
import { requireData, requireWorkspace } from './database.ts';
import { printLine, showProgress } from './progress.ts';
import { prepareCluster, requireNoCluster } from './staging.ts';

const USAGE = `npm run move -- TARGET

Copies the database to another PostgreSQL, of any version from 15, and compares all rows. Stop Atrium first. The old
database stays as it is. Files are not moved: npm run storage does that.

TARGET   postgres://user:password@host:5432/database, an empty database; or a data folder for the embedded database

The database is that of ATRIUM_DATA or DATABASE_URL. docs/backup.md says more.`;

/** @returns the exit code */
async function main([target, ...surplus]: string[]): Promise<number> {
  if (target === undefined || surplus.length > 0) throw new ConfigError(USAGE);
  const config = readConfig();
  const isAddress = /^postgres(ql)?:\/\//.test(target);
  if (isAddress) await requireEmpty(target).catch((error: unknown) => namingTarget(error, target));
  else requireNoCluster(path.resolve(target));
  const source = await openStopped(config);
  try {
    const snapshot = await openSnapshot(source.url);
    try {
      if (isAddress) await copy(snapshot, target);
      else {
        const cluster = await prepareCluster(path.resolve(target));
        await copy(snapshot, cluster.url).then(cluster.finish, async (error: unknown) => {
          await cluster.undo();
          throw error;
        });
        const hasKey = config.secretKeys || (await copyKeys(config.dataDir, path.resolve(target)));
        if (!hasKey) printLine('Before you start Atrium, copy this workspace’s secret.key into the data folder.');
      }
    } finally {
      await snapshot.close();
    }
  } finally {
    await source.close();
  }
  printLine(
    isAddress
      ? 'Start Atrium with DATABASE_URL set to the new database.'
      : `Start Atrium with ATRIUM_DATA=${path.resolve(target)} and without DATABASE_URL.`,
  );
  if (!isAddress) printLine('Its files are expected in the folder "files" there, or where ATRIUM_STORAGE says.');
  return 0;
}

/** The refusals are written for the server, which knows its database by that variable. */
function namingTarget(error: unknown, target: string): never {
  if (!(error instanceof StartRefused)) throw error;
  const { protocol, host, pathname } = new URL(target);
  throw new StartRefused(error.message.replaceAll('DATABASE_URL', `${protocol}//${host}${pathname}`));
}

/** @throws StartRefused  while an Atrium uses it */
async function openStopped(config: ReturnType<typeof readConfig>): Promise<{ url: string; close(): Promise<void> }> {
  if (!config.databaseUrl) {
    requireData(config);
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: makeLog('warn') });
    return { url: postgres.url, close: () => postgres.stop() };
  }
  const url = await findPrimary(config.databaseUrl);
  await requireWorkspace(url);
  const lock = new pg.Client({ connectionString: url, application_name: 'atrium move' });
  lock.on('error', () => undefined);
  await lock.connect();
  const { rows } = await lock.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [SERVER_LOCK]);
  if (!rows[0]?.free) {
    await lock.end();
    throw new StartRefused(ANOTHER_SERVER);
  }
  return { url, close: () => lock.end() };
}

async function copy(snapshot: Snapshot, url: string): Promise<void> {
  const show = showProgress();
  const sums = new Map<string, { rows: number; checksum: string }>();
  const began = performance.now();
  await loadInto(
    url,
    {
      ...snapshot,
      rows(table) {
        const { stream, result } = measure();
        const rows = snapshot.rows(table);
        rows.on('error', (error) => stream.destroy(error));
        stream.once('end', () => sums.set(table.name, result()));
        return rows.pipe(stream);
      },
    },
    { onTable: (_name, done, total) => show(done, total, 'Tables') },
  );
  const copied = await openSnapshot(url);
  try {
    // Columns may be in another order there.
    for (const table of snapshot.tables) {
      // Connection history is reset.
      if (table.name === 'log_epochs') continue;
      const { stream, result } = measure();
      await pipeline(copied.rows(table), stream.resume());
      const [from, to] = [sums.get(table.name), result()];
      // Events may be in another order, because they are stored by day.
      const isSame = from?.rows === to.rows && (table.name === 'events' || from.checksum === to.checksum);
      if (!isSame)
        throw new StartRefused(`The table ${table.name} differs from the original. Keep using the old database.`);
    }
  } finally {
    await copied.close();
  }
  const rows = [...sums.values()].reduce((sum, each) => sum + each.rows, 0);
  printLine(
    `${rows} rows of ${sums.size} tables were copied and compared, in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
  );
}

runCommand(USAGE, main);

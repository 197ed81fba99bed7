import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { preparedBinaries } from './binaries.ts';
import { accountFor, checkMajor, checkWritable, createCluster } from './cluster.ts';
import { createDatabase, DATABASE, holdLock, urlOf } from './connection.ts';
import type { EmbeddedLog, Place } from './place.ts';
import { type Server, startServer, watchOver } from './server.ts';
import { failureSentence, StartRefused } from './startRefused.ts';
import { stopEarlierServer } from './stopEarlierServer.ts';
import { superviseDatabase } from './superviseDatabase.ts';

export type { EmbeddedLog } from './place.ts';
export { StartRefused } from './startRefused.ts';

/*
 * The embedded database: a real PostgreSQL server as a child process.
 *
 * Ownership of a data folder. PostgreSQL itself allows one server per folder; which Atrium that server belongs to is
 * decided by a session-level advisory lock in it. Process ids would be wrong: in containers every start has the same
 * few.
 *
 * 1. The cluster is created in a temporary folder and renamed into place, so it is complete or absent.
 * 2. A server already running on the folder is asked for the lock. Held: another Atrium is running, we refuse. Free:
 *   its Atrium was killed (SIGKILL leaves the child running), we stop it cleanly and continue.
 * 3. A `postmaster.pid` without a running server is left to PostgreSQL, which knows whether shared memory is still in
 *   use; it is only removed if its process id certainly belongs to no server.
 * 4. Then our own server starts, and we take the lock before anything else may use it.
 * 5. If it ends while we run, it is started again (`superviseDatabase.ts`).
 */

export type EmbeddedOptions = {
  /** The data folder. It is optional for an ephemeral database, which uses a temporary folder. */
  dataDir?: string;
  log: EmbeddedLog;
  /** Makes a database for tests: fast, and deleted after `stop` or when this process dies. Nothing survives a crash. */
  ephemeral?: boolean;
  /** Cancels the start and removes incomplete files. */
  signal?: AbortSignal;
  /** Called once if the database has ended unexpectedly and cannot be restarted. */
  onLost?: (reason: StartRefused) => void;
  /** Called when one of the database's programs has been launched: from then on the start mostly waits for it. */
  onLaunch?: () => void;
};

export type EmbeddedPostgres = {
  /** The address of the database `atrium` for its superuser, over a unix socket if the path is short enough. */
  url: string;
  stop(): Promise<void>;
};

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, ephemeral = false, signal, onLost = () => {}, onLaunch } = options;
  if (!options.dataDir && !ephemeral) throw new TypeError('dataDir is needed unless ephemeral');
  const dataDir = resolve(options.dataDir ?? mkdtempSync(join(tmpdir(), 'atrium-test-')));
  if (!options.dataDir) chmodSync(dataDir, 0o711);
  const cluster = join(dataDir, 'postgres');

  checkWritable(dataDir);
  const account = accountFor(cluster);
  const binaries = preparedBinaries(account, dataDir);
  checkMajor(cluster, binaries);
  const place: Place = { cluster, account, binaries, ephemeral, log, ...(onLaunch && { onLaunch }) };

  signal?.throwIfAborted();
  if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(place, dataDir, signal);
  await stopEarlierServer(place, signal);
  const server = await startServer(place, { signal });
  const watchdog = ephemeral ? watchOver(server.process, dataDir) : undefined;

  try {
    const lock = await holdLock(server.connection, log);
    await createDatabase(server.connection);
    signal?.throwIfAborted();
    // An ephemeral database is not restarted, because nothing of it survives.
    const keeper: Pick<Server, 'stop'> = ephemeral ? server : superviseDatabase(place, server, onLost);
    return {
      url: urlOf(server.connection, DATABASE),
      async stop() {
        lock.release();
        await keeper.stop();
        if (ephemeral && !options.dataDir) rmSync(dataDir, { recursive: true, force: true });
        watchdog?.stdin?.end();
      },
    };
  } catch (error) {
    await server.stop();
    const { output } = await server.ended;
    throw /PANIC/.test(output) ? new StartRefused(failureSentence(cluster, output), { cause: error }) : error;
  }
}

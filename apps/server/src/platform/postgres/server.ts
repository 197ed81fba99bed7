import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPassword } from './connection.ts';
import type { Connection, Place } from './place.ts';
import { collect, launch, pathFor, waitForExit } from './process.ts';
import { failureSentence, StartRefused } from './startRefused.ts';
import { readPidFile } from './stopEarlierServer.ts';

// The longest folder for a socket: sockaddr_un holds 108 bytes on Linux and 104 on macOS, and the socket's own name
// takes 17.
const LONGEST_SOCKET_FOLDER = 85;

/** Timeout of each way of stopping the database. */
const STOP_MS = 3000;

export type Server = {
  process: ChildProcess;
  connection: Connection;
  /** The exit code or signal, and the last output. */
  ended: Promise<{ code: number | string; output: string }>;
  stop(): Promise<void>;
};

export type StartOptions = {
  signal: AbortSignal | undefined;
  /** The port to use again, if the database is reached over loopback. */
  port?: number;
};

/** @throws StartRefused  if it does not start, even after retries for temporary errors */
export async function startServer(place: Place, options: StartOptions): Promise<Server> {
  const { cluster, log } = place;
  const deadline = Date.now() + 10_000;
  for (;;) {
    options.signal?.throwIfAborted();
    const outcome = await tryStart(place, options);
    options.signal?.throwIfAborted();
    if ('connection' in outcome) return outcome;
    // Errors that pass in a moment: backends of a killed postmaster release the shared memory, or a port was taken
    // between our check and PostgreSQL's binding.
    const passes = /pre-existing shared memory block|could not bind|Address already in use/i.test(outcome.output);
    if (!passes || Date.now() > deadline) throw new StartRefused(failureSentence(cluster, outcome.output));
    log.debug({}, 'The database is not free yet, trying again');
    await sleep(200);
  }
}

async function tryStart(place: Place, { signal, port: before }: StartOptions): Promise<Server | { output: string }> {
  const { cluster, account, ephemeral, log } = place;
  const socket = process.platform !== 'win32' && Buffer.byteLength(cluster) <= LONGEST_SOCKET_FOLDER;
  const port = socket ? 5432 : (before ?? (await freePort()));
  const folder = pathFor(account, cluster);
  const settings: Record<string, string | number> = {
    listen_addresses: socket ? '' : '127.0.0.1',
    // The socket's folder is relative to the data folder, so that it also works if the account cannot enter the path
    // above.
    ...(process.platform === 'win32' ? {} : { unix_socket_directories: socket ? '.' : '' }),
    unix_socket_permissions: '0700',
    port,
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: 100,
    shared_buffers: ephemeral ? '128MB' : '64MB',
    max_wal_size: '1GB',
    wal_level: 'minimal',
    max_wal_senders: 0,
    huge_pages: 'off',
    jit: 'off',
    random_page_cost: 1.1,
    // Failed statements are not logged, because they contain people's texts; their errors reach the server's own log as
    // exceptions anyway.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(ephemeral && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
    // Plans are generic, because most connections of tests run a statement too rarely for PostgreSQL to cache its plan.
    ...(ephemeral && { plan_cache_mode: 'force_generic_plan' }),
  };
  const child = launch(place, 'postgres', folder, [
    ...['-D', folder.path],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  folder.close();
  const output = collect(child, (line) => log.debug({ postgres: line }, 'Database server'));
  let exited = false;
  const end = waitForExit(child).then((code) => {
    exited = true;
    return { code, output: output.text() };
  });
  // This is PostgreSQL's immediate shutdown: confirmed transactions are in its log, which the next start reads.
  const giveUp = () => child.kill('SIGQUIT');
  signal?.addEventListener('abort', giveUp);
  void end.finally(() => signal?.removeEventListener('abort', giveUp)).catch(() => {});
  while (!exited) {
    const state = readPidFile(cluster);
    if (!signal?.aborted && state?.pid === child.pid && state?.status === 'ready') {
      signal?.removeEventListener('abort', giveUp);
      return {
        process: child,
        ended: end,
        connection: { host: socket ? cluster : '127.0.0.1', port, password: readPassword(cluster) },
        async stop() {
          // Harder ways follow, because a server that recovers from a damaged table may never stop cleanly. Confirmed
          // transactions are in its log.
          for (const how of ephemeral
            ? (['SIGQUIT', 'SIGKILL'] as const)
            : (['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)) {
            child.kill(how);
            await Promise.race([end, sleep(STOP_MS, undefined, { ref: false })]);
            if (exited) return;
          }
          await end;
        },
      };
    }
    await Promise.race([end, sleep(20)]);
  }
  return { output: output.text() };
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Ends an ephemeral server when this process dies unexpectedly: its pipe closes then. */
export function watchOver(server: ChildProcess, folder: string): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const script = 'cat >/dev/null; kill -QUIT "$1" 2>/dev/null && sleep 1 && rm -rf "$2"';
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', String(server.pid), folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  (watchdog.stdin as unknown as { unref?(): void }).unref?.();
  return watchdog;
}

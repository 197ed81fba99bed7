import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, canReach, unprivilegedAccount } from './account.ts';
import { type Binaries, preparedBinaries } from './binaries.ts';
import { DataInUse, StartRefused } from './refused.ts';

export { StartRefused } from './refused.ts';

/*
 * The database that comes with Atrium: a real PostgreSQL server as a child process.
 *
 * Who owns a data folder. PostgreSQL itself lets one server run on a folder; which Atrium that server belongs to is
 * told by a session-level advisory lock in it. Process ids would lie here: in containers every start has the same few.
 *
 * 1. The cluster is made in a folder beside and renamed into place, so it is whole or absent.
 * 2. A server already answering on the folder is asked for the lock. Held: another Atrium lives, we refuse. Free: its
 *    Atrium was killed (SIGKILL leaves the child running), we stop it in order and go on.
 * 3. A `postmaster.pid` nobody answers for is left to PostgreSQL, which knows whether shared memory is still in use;
 *    it is only removed when its process id certainly belongs to no server.
 * 4. Then our own server starts, and we take the lock before anything else may use it.
 */

export type EmbeddedLog = {
  debug(data: object, message: string): void;
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
  error(data: object, message: string): void;
};

export type EmbeddedOptions = {
  /** May be left out when ephemeral: then a folder under the system's temporary one is used and removed. */
  dataDir?: string;
  log: EmbeddedLog;
  /** For tests: fast, and gone after `stop` or when this process dies. Nothing survives a crash. */
  ephemeral?: boolean;
};

export type EmbeddedPostgres = {
  /** Of the database `atrium`, as its superuser. Goes through a unix socket where the path allows it. */
  url: string;
  stop(): Promise<void>;
};

const superuser = 'postgres';
const database = 'atrium';
const passwordFile = 'atrium.password';
const ownerLock = 0x41747269; // "Atri"
// sockaddr_un holds 108 bytes on Linux and 104 on macOS, and the socket's own name takes 17.
const longestSocketFolder = 85;
const leastFreeBytes = 48 * 1024 * 1024;

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, ephemeral = false } = options;
  if (!options.dataDir && !ephemeral) throw new TypeError('dataDir is needed unless ephemeral');
  const dataDir = resolve(options.dataDir ?? mkdtempSync(join(tmpdir(), 'atrium-test-')));
  if (!options.dataDir) chmodSync(dataDir, 0o711);
  const cluster = join(dataDir, 'postgres');

  checkWritable(dataDir);
  const account = accountFor(cluster);
  const binaries = preparedBinaries(account, dataDir);
  checkMajor(cluster, binaries);
  const place: Place = { cluster, account, binaries, ephemeral, log };

  if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(place, dataDir);
  await settleEarlierServer(place);
  const server = await startServer(place);
  const watchdog = ephemeral ? watchOver(server.process, dataDir) : undefined;

  try {
    const lock = await holdLock(server.connection, log);
    await createDatabase(server.connection);
    return {
      url: urlOf(server.connection, database),
      async stop() {
        lock.release();
        await server.stop();
        if (ephemeral && !options.dataDir) rmSync(dataDir, { recursive: true, force: true });
        watchdog?.stdin?.end();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

type Place = { cluster: string; account: Account | null; binaries: Binaries; ephemeral: boolean; log: EmbeddedLog };
type Connection = { host: string; port: number; password: string };

// --- the folder -----------------------------------------------------------------------------------------------------

function checkWritable(dataDir: string): void {
  const probe = join(dataDir, `.write-test-${process.pid}`);
  try {
    // Others may pass through (the database's account has to), but not list or read.
    makeFolder(dataDir);
    writeFileSync(probe, randomBytes(64 * 1024));
    rmSync(probe);
  } catch (error) {
    try {
      rmSync(probe, { force: true });
    } catch {
      // The first error is the one to tell.
    }
    throw new StartRefused(storageSentence(dataDir, (error as NodeJS.ErrnoException).code ?? String(error)));
  }
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < leastFreeBytes) throw new StartRefused(storageSentence(dataDir, 'ENOSPC'));
}

/** Step by step: asked to make all of them at once, Node tries for ever where a file system answers that there is none. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(folder), { code: 'ENOTDIR' });
    return;
  }
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder, { mode: 0o711 });
}

function storageSentence(folder: string, code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds ${folder} is full: free at least 50 MB and start Atrium again; nothing was changed.`;
    case 'EROFS':
      return `The disk that holds ${folder} is read-only: mount it writable, or set ATRIUM_DATA to a folder that is.`;
    case 'EACCES':
    case 'EPERM':
      return `Atrium may not write to ${folder}: give that folder to the user who starts Atrium, or set ATRIUM_DATA to another one.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${folder} is not a folder: set ATRIUM_DATA to one.`;
    default:
      return `Atrium cannot use ${folder} for its data (${code}): set ATRIUM_DATA to a folder it can write to.`;
  }
}

function accountFor(cluster: string): Account | null {
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  const account = unprivilegedAccount(owner);
  const us = process.getuid?.();
  if (!account && owner !== undefined && us !== undefined && owner !== us) {
    throw new StartRefused(
      `The database in ${cluster} belongs to user id ${owner} and Atrium runs as ${us}: start Atrium as root or as that user, or give the folder to this one (chown -R ${us} ${cluster}).`,
    );
  }
  return account;
}

function checkMajor(cluster: string, { major }: Binaries): void {
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    if (existsSync(cluster) && readdirSync(cluster).length > 0) {
      throw new StartRefused(`${cluster} holds files but no database: move it away and start Atrium again.`);
    }
    return;
  }
  const found = Number.parseInt(readFileSync(versionFile, 'utf8'), 10);
  if (found !== major) {
    throw new StartRefused(
      `The database in ${cluster} was made by PostgreSQL ${found} and this Atrium brings ${major}: start the Atrium version that made it, export there and import here; nothing was changed.`,
    );
  }
}

async function createCluster(place: Place, dataDir: string): Promise<void> {
  const { cluster, account, ephemeral, log } = place;
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-')) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  log.info({ cluster }, 'Creating the database');
  const fresh = join(dataDir, `postgres.new-${randomBytes(6).toString('hex')}`);
  mkdirSync(fresh, { mode: 0o700 });
  // initdb reads the password from a file and runs as `account`, which need not reach our folder.
  const handOver = mkdtempSync(join(tmpdir(), 'atrium-init-'));
  const password = randomBytes(24).toString('base64url');
  const pwfile = join(handOver, 'password');
  writeFileSync(pwfile, password, { mode: 0o600 });
  if (account) for (const path of [fresh, handOver, pwfile]) chownSync(path, account.uid, account.gid);

  const folder = pathFor(account, fresh);
  try {
    const initdb = launch(place, 'initdb', folder, [
      ...['-D', folder.path, '-U', superuser, `--pwfile=${pwfile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
      // Built into PostgreSQL, so the order of names does not move with the machine's C library.
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(ephemeral ? ['--no-sync'] : []),
    ]);
    const output = collect(initdb);
    const code = await ended(initdb);
    if (code !== 0) throw new StartRefused(failureSentence(cluster, output.text()));
    const secret = join(fresh, passwordFile);
    writeFileSync(secret, `${password}\n`, { mode: 0o600 });
    try {
      renameSync(fresh, cluster);
    } catch (error) {
      // Another start was quicker: use what it made, the lock decides who stays.
      if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
    }
  } finally {
    folder.close();
    rmSync(handOver, { recursive: true, force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * How the database's account names a folder that we opened for it.
 *
 * A clone under /root (0700) cannot be entered by that account, but a folder handed over as an open descriptor can,
 * so PostgreSQL gets `/proc/self/fd/3` for its data folder. Linux only.
 */
function pathFor(account: Account | null, folder: string): { path: string; fd: number | null; close(): void } {
  if (!account || canReach(account, folder)) return { path: folder, fd: null, close() {} };
  if (process.platform !== 'linux') {
    throw new StartRefused(
      `The account ${account.name}, which runs the database because Atrium is root, cannot enter ${dirname(folder)}: set ATRIUM_DATA to a folder it can enter, or start Atrium as an ordinary user.`,
    );
  }
  const fd = openSync(folder, 'r');
  return { path: '/proc/self/fd/3', fd, close: () => closeSync(fd) };
}

// --- a server left from before --------------------------------------------------------------------------------------

async function settleEarlierServer({ cluster, log }: Place): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const began = Date.now();
  for (let warned = false; existsSync(pidFile); await sleep(50)) {
    const earlier = readPidFile(cluster);
    if (!earlier) return;
    const state = stateOf(earlier.pid, cluster);
    if (state === 'gone') return;
    if (state === 'not ours') {
      log.warn({ pid: earlier.pid }, 'Removing the marks of a database server that is gone');
      for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) rmSync(join(cluster, file), { force: true });
      return;
    }
    if (earlier.status === 'ready') {
      const answer = await askForLock({ ...earlier, password: readPassword(cluster) });
      // The lock of a process killed just now goes when its server notices the closed connection.
      if (answer === 'held' && Date.now() - began > 1500) throw new DataInUse(inUse(cluster));
      if (answer === 'free' && !warned) {
        warned = true;
        log.warn({ pid: earlier.pid }, 'Stopping the database of an Atrium that was killed');
        // SIGINT is PostgreSQL's fast shutdown: roll back, write everything, end.
        process.kill(earlier.pid, 'SIGINT');
      }
    }
    if (Date.now() - began > 60_000) {
      throw new StartRefused(
        `An earlier database server (process ${earlier.pid}) on ${cluster} does not end: stop it, then start Atrium again.`,
      );
    }
  }
}

function inUse(cluster: string): string {
  return `Another Atrium is running on ${dirname(cluster)}: stop it first, or set ATRIUM_DATA to another folder.`;
}

type PidFile = { pid: number; host: string; port: number; status: string };

function readPidFile(cluster: string): PidFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, , , port, socketFolder, address, , status = ''] = lines;
    if (!Number(pid)) return null;
    const host = socketFolder?.trim() ? cluster : address?.trim() || '127.0.0.1';
    return { pid: Number(pid), host, port: Number(port) || 5432, status: status.trim() };
  } catch {
    return null;
  }
}

/**
 * `not ours` only when certain: PostgreSQL takes any living process with that id for a server. That includes one that
 * was killed and never reaped, which is how it looks in a container whose first process is Node.
 */
function stateOf(pid: number, cluster: string): 'gone' | 'not ours' | 'perhaps a server' {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'gone';
  }
  try {
    // The state follows the program's name, which is in parentheses and may hold anything.
    if (/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return 'not ours';
    // A server works inside its data folder.
    const [here, there] = [statSync(cluster), statSync(readlinkSync(`/proc/${pid}/cwd`))];
    return here.ino === there.ino && here.dev === there.dev ? 'perhaps a server' : 'not ours';
  } catch (error) {
    // What we may not look at was not started by us; without /proc we cannot tell.
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'not ours' : 'perhaps a server';
  }
}

async function askForLock(connection: Connection): Promise<'held' | 'free' | 'unanswered'> {
  const client = clientFor(connection, 'postgres');
  try {
    await client.connect();
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${ownerLock}) as free`);
    return rows[0]?.free ? 'free' : 'held';
  } catch {
    return 'unanswered';
  } finally {
    await client.end().catch(() => {});
  }
}

// --- our own server -------------------------------------------------------------------------------------------------

type Server = { process: ChildProcess; connection: Connection; stop(): Promise<void> };

async function startServer(place: Place): Promise<Server> {
  const { cluster, log } = place;
  const deadline = Date.now() + 10_000;
  for (;;) {
    const outcome = await tryStart(place);
    if ('connection' in outcome) return outcome;
    // Backends of a killed postmaster need a moment to notice and let go of the shared memory; a port may be taken
    // between our looking and PostgreSQL's binding.
    const passes = /pre-existing shared memory block|could not bind|Address already in use/i.test(outcome.output);
    if (!passes || Date.now() > deadline) throw new StartRefused(failureSentence(cluster, outcome.output));
    log.debug({}, 'The database is not free yet, trying again');
    await sleep(200);
  }
}

async function tryStart(place: Place): Promise<Server | { output: string }> {
  const { cluster, account, ephemeral, log } = place;
  const socket = process.platform !== 'win32' && Buffer.byteLength(cluster) <= longestSocketFolder;
  const port = socket ? 5432 : await freePort();
  const folder = pathFor(account, cluster);
  const settings: Record<string, string | number> = {
    listen_addresses: socket ? '' : '127.0.0.1',
    // Relative to the data folder, so it also binds where the account cannot enter the path above.
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
    // Statements carry what people wrote, and their errors reach the server's own log as exceptions anyway.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(ephemeral && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const child = launch(place, 'postgres', folder, [
    ...['-D', folder.path],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  folder.close();
  const output = collect(child, (line) => log.debug({ postgres: line }, 'Database server'));
  let exited = false;
  const end = ended(child).then((code) => {
    exited = true;
    return code;
  });
  while (!exited) {
    const state = readPidFile(cluster);
    if (state?.pid === child.pid && state?.status === 'ready') {
      let stopping = false;
      void end.then((code) => {
        if (!stopping) log.error({ code, postgres: output.text().slice(-2000) }, 'The database server ended by itself');
      });
      return {
        process: child,
        connection: { host: socket ? cluster : '127.0.0.1', port, password: readPassword(cluster) },
        async stop() {
          stopping = true;
          child.kill(ephemeral ? 'SIGQUIT' : 'SIGINT');
          await end;
        },
      };
    }
    await Promise.race([end, sleep(20)]);
  }
  return { output: output.text() };
}

function launch(
  { account, binaries }: Place,
  tool: 'initdb' | 'postgres',
  folder: { fd: number | null },
  args: string[],
): ChildProcess {
  const options: SpawnOptions = {
    cwd: '/',
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    // Its own process group: Ctrl-C in the terminal must not stop the database while the server still drains.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(folder.fd === null ? [] : [folder.fd])],
    ...(account && { uid: account.uid, gid: account.gid }),
  };
  return spawn(binaries.tool(tool), args, options);
}

function collect(child: ChildProcess, onLine?: (line: string) => void): { text(): string } {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-8000);
      if (onLine) for (const line of chunk.split('\n')) if (line) onLine(line);
    });
  }
  return { text: () => text };
}

function ended(child: ChildProcess): Promise<number | string> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => done(code ?? signal ?? 'unknown'));
  });
}

function failureSentence(cluster: string, output: string): string {
  if (/No space left on device|Disk quota exceeded/i.test(output)) return storageSentence(cluster, 'ENOSPC');
  if (/Read-only file system/i.test(output)) return storageSentence(cluster, 'EROFS');
  if (/lock file "postmaster.pid" already exists/i.test(output)) return inUse(cluster);
  if (/pre-existing shared memory block/i.test(output)) {
    return `Processes of an earlier database server still use ${cluster}: end them (or restart the machine), then start Atrium again.`;
  }
  const lines = output.split('\n').filter(Boolean);
  const line = lines.findLast((each) => /FATAL|PANIC|error:/i.test(each)) ?? lines.at(-1) ?? 'it said nothing';
  return `The database in ${cluster} does not start: ${line.replace(/^.*?(FATAL|PANIC|error):\s*/i, '')}.`;
}

// --- talking to it --------------------------------------------------------------------------------------------------

/** Holds the lock on a connection of its own; taken again if that connection breaks while the server lives on. */
async function holdLock(connection: Connection, log: EmbeddedLog): Promise<{ release(): void }> {
  let released = false;
  let client: pg.Client | undefined;
  const take = async (): Promise<void> => {
    const next = clientFor(connection, 'postgres');
    next.on('error', (error) => log.debug({ err: error }, 'The owner connection broke'));
    try {
      await next.connect();
      const { rows } = await next.query<{ free: boolean }>(`select pg_try_advisory_lock(${ownerLock}) as free`);
      if (!rows[0]?.free) throw new DataInUse(inUse(connection.host));
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    client = next;
    next.once('end', () => void takeAgain());
  };
  const takeAgain = async (): Promise<void> => {
    while (!released) {
      await sleep(500);
      if (released) return;
      try {
        return await take();
      } catch (error) {
        log.warn({ err: error }, 'Cannot mark the database as in use');
      }
    }
  };
  await take();
  return {
    release() {
      released = true;
      void client?.end().catch(() => {});
    },
  };
}

async function createDatabase(connection: Connection): Promise<void> {
  const client = clientFor(connection, 'postgres');
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

function clientFor(connection: Connection, name: string): pg.Client {
  return new pg.Client({ connectionString: urlOf(connection, name), connectionTimeoutMillis: 5000 });
}

function urlOf({ host, port, password }: Connection, name: string): string {
  const credentials = `${superuser}:${encodeURIComponent(password)}`;
  if (!host.startsWith('/')) return `postgres://${credentials}@${host}:${port}/${name}`;
  return `postgres://${credentials}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

function readPassword(cluster: string): string {
  try {
    return readFileSync(join(cluster, passwordFile), 'utf8').trim();
  } catch {
    throw new StartRefused(
      `${join(cluster, passwordFile)} is missing, which holds the database's password: put it back from your backup.`,
    );
  }
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

/** Ends an ephemeral server when this process dies without saying goodbye: its pipe closes then. */
function watchOver(server: ChildProcess, folder: string): ChildProcess | undefined {
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

import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { NotPossibleHere } from '../faults/fault.ts';

const run = promisify(execFile);
const ROOT = '/usr/lib/postgresql';

interface Instance {
  folder: string;
  port: number;
}

/** A primary and a standby that replicates synchronously, of Debian's PostgreSQL. */
export interface PostgresPair {
  /** Both hosts, as `DATABASE_URL`. */
  url: string;
  /** The present primary, for checks. */
  primary(): string;
  /**
   * Kills the primary, after the standby got nothing for `behindMs`, promotes the standby, and makes a new standby of the old primary.
   *
   * @returns milliseconds from the kill until the new primary accepts writes
   */
  failOver(options?: { behindMs?: number }): Promise<number>;
  stop(): Promise<void>;
}

/** @param isSynchronous  whether a commit waits for the standby */
export async function startPostgresPair(ports: [number, number], { isSynchronous = true } = {}): Promise<PostgresPair> {
  const bin = binFolder();
  const account = await unprivileged();
  const home = mkdtempSync(path.join(tmpdir(), 'atrium-pair-'));
  if (account) chownSync(home, account.uid, account.gid);
  const options = { ...account, cwd: home, env: { PATH: `${bin}:/usr/bin:/bin`, LC_ALL: 'C.UTF-8' } };
  const program = (name: string, ...args: string[]) => run(path.join(bin, name), args, options);
  let [primary, standby]: Instance[] = ports.map((port, n) => ({ folder: path.join(home, `pg${n}`), port }));
  if (!primary || !standby) throw new Error('two ports are needed');

  const urlOf = ({ port }: Instance) => `postgres://postgres@127.0.0.1:${port}/atrium`;
  const start = async ({ folder, port }: Instance) => {
    const fixed = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, '-c', `unix_socket_directories=${home}`];
    const child = spawn(path.join(bin, 'postgres'), ['-D', folder, ...fixed], { ...options, stdio: 'ignore' });
    child.unref();
    await ready(port);
  };
  const sql = async (port: number, text: string, database = 'postgres') => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database, query_timeout: 10_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  const waitFor = async (port: number, question: string) => {
    for (let turn = 0; turn < 600; turn++) {
      const rows = await sql(port, question).catch(() => []);
      if (rows.length > 0) return;
      await sleep(50);
    }
    throw new Error(`PostgreSQL on ${port}: ${question}`);
  };
  const ready = (port: number) => waitFor(port, 'select 1');
  const follow = async (from: Instance, into: Instance) => {
    rmSync(into.folder, { recursive: true, force: true });
    const source = ['-h', '127.0.0.1', '-p', String(from.port), '-U', 'postgres'];
    await program('pg_basebackup', '-D', into.folder, '-R', '-X', 'stream', '--checkpoint=fast', ...source);
    await start(into);
    await waitFor(from.port, "select 1 from pg_stat_replication where state = 'streaming'");
    if (!isSynchronous) return;
    await sql(from.port, "alter system set synchronous_standby_names = '*'");
    await sql(from.port, 'select pg_reload_conf()');
  };
  const kill = async (instance: Instance) => {
    const text = await run('head', ['-n', '1', path.join(instance.folder, 'postmaster.pid')]);
    const pid = Number(text.stdout);
    // Its children end once they notice.
    process.kill(pid, 'SIGKILL');
    await run('pkill', ['-KILL', '-P', String(pid)]).catch(() => undefined);
    while (isAlive(pid)) await sleep(20);
  };

  await program(
    'initdb',
    '-D',
    primary.folder,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  );
  const settings = ['max_connections = 200', 'wal_level = replica', 'max_wal_senders = 8', 'wal_keep_size = 256MB'];
  writeFileSync(path.join(primary.folder, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  if (account) chownSync(path.join(primary.folder, 'postgresql.auto.conf'), account.uid, account.gid);
  await start(primary);
  await sql(primary.port, "create database atrium encoding 'UTF8' template template0");
  await follow(primary, standby);

  return {
    url: `postgres://postgres@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/atrium?target_session_attrs=read-write`,
    primary: () => urlOf(primary as Instance),
    async failOver({ behindMs = 0 } = {}) {
      const [old, next] = [primary as Instance, standby as Instance];
      if (behindMs > 0) {
        // It stops receiving; what the primary commits meanwhile stays there.
        await sql(next.port, "alter system set primary_conninfo = ''");
        await sql(next.port, 'select pg_reload_conf()');
        await sleep(behindMs);
        await kill(old);
      }
      const began = performance.now();
      if (behindMs === 0) await kill(old);
      // Commits of the new primary must not wait for a standby that does not exist yet.
      await sql(next.port, 'select pg_promote(true, 30)');
      await sql(next.port, "alter system set synchronous_standby_names = ''");
      await sql(next.port, 'select pg_reload_conf()');
      const tookMs = performance.now() - began;
      [primary, standby] = [next, old];
      await follow(next, old);
      return tookMs;
    },
    async stop() {
      for (const each of [primary, standby]) if (each) await kill(each).catch(() => undefined);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** @throws NotPossibleHere */
function binFolder(): string {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).filter((name) => Number(name) >= 15) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  if (!newest)
    throw new NotPossibleHere('PostgreSQL 15 or newer with pg_basebackup is needed (apt install postgresql)');
  return path.join(ROOT, newest, 'bin');
}

/** PostgreSQL refuses to run as root. */
async function unprivileged(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (what: string) => Number((await run('id', [what, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

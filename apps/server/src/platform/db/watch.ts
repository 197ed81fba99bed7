import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { StartRefused } from '../postgres/startRefused.ts';
import { findPrimary } from './hosts.ts';
import { whyUnreachable } from './migrate.ts';

/** Interval of checks. */
const TICK_MS = 250;
/** Without an answer for this long the database does not count as ready. */
const SILENT_MS = 1500;
/** Without an answer for this long, calls are refused before they query it. */
export const REFUSE_MS = 3000;
/** Without an answer for this long, everything waiting for it is cut off. */
export const CUT_MS = 5000;
const CONNECT_MS = 2000;
/** A connection lost between the handshake and an answer would otherwise hang until TCP gives up. */
const QUERY_MS = 5000;
/** PostgreSQL answers this while it starts, recovers or stops, or as a standby: it is not available for calls either. */
const IS_STARTING = new Set(['57P01', '57P02', '57P03', '55000']);
/**
 * A session-level advisory lock of the database: a single server holds it alone, the nodes of a cluster share it. The
 * first node holds it alone until it has repaired what earlier servers left incomplete.
 */
export const SERVER_LOCK = 4_217_100;
/** The node that runs followers, and everything else that must run once, holds this one. */
const LEADER_LOCK = 4_217_101;
/** First number of the locks of job workers that are alive; the second is made from the worker's name. */
export const WORKER_LOCKS = 4_217_102;
/** A server that was just killed may still be connected for a moment. */
const LOCK_TRIES = 10;
const LOCK_PAUSE_MS = 300;
/** How long a node waits for the first one, which may be migrating. */
const FIRST_NODE_MS = 120_000;
/** Ticks between attempts to become the leader. */
const LEAD_TICKS = 4;
/** The leader says once a second that it is not hung: its machine would go on answering for it. */
const LEASE = `insert into meta (name, value) values ('leader_at', extract(epoch from clock_timestamp())::text)
  on conflict (name) do update set value = excluded.value`;
/** Ends the connection, and with it the lock, of a leader that has said nothing for eight seconds. */
const END_STALE = `select pg_terminate_backend(l.pid) from pg_locks l
  where l.locktype = 'advisory' and l.objid = ${LEADER_LOCK} and l.objsubid = 1 and l.granted
    and l.database = (select oid from pg_database where datname = current_database())
    and (select value::float8 from meta where name = 'leader_at') < extract(epoch from clock_timestamp()) - 8`;
/** If this machine vanishes, the database ends the connection, and with it the locks, after about nine seconds. */
const VANISHED = `set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; set tcp_user_timeout = 8000`;

export const ANOTHER_SERVER =
  'Another Atrium server is already using this database. Stop it first, or point DATABASE_URL at a different database. To run several servers on one database, give each the same REDIS_URL.';

/** Whether the database answers, checked on a connection of its own. */
export interface DatabaseWatch {
  /** Milliseconds without an answer; 0 while it answers. */
  readonly silentMs: number;
  readonly isReady: boolean;
  /** Whether this is the first node: it repairs what earlier servers left incomplete, before `admitNodes`. */
  readonly isFirst: boolean;
  /** Whether this node runs what must run once in the workspace. Always, for the only server. */
  readonly isLeader: boolean;
  /** Called when the database has been silent for `CUT_MS`, and when it answers again. */
  onAway(tell: (isAway: boolean) => void): void;
  /** Lets other nodes start. */
  admitNodes(): Promise<void>;
  /** Marks a job worker, or another piece of work, as alive for as long as this server is, or until `releaseWorker`. */
  holdWorker(name: string): void;
  releaseWorker(name: string): void;
  /** Called when the database was replaced by a standby that was promoted. */
  onPromoted(tell: () => void): void;
  close(): Promise<void>;
}

export interface WatchOptions {
  connectionString: string;
  log: Log;
  /**
   * Reserves the database for this server, or with `isShared` for the nodes of this workspace, and reports if another
   * server has taken it.
   */
  reserve?: { isShared: boolean; onLost(reason: StartRefused): void };
}

/** @throws StartRefused  if another server holds the database */
export async function watchDatabase({ connectionString, log, reserve }: WatchOptions): Promise<DatabaseWatch> {
  // The connection that holds the lock has this name, to distinguish an own broken connection from another server.
  const name = `${reserve?.isShared ? NODE_NAME : 'atrium'} ${crypto.randomUUID().slice(0, 8)}`;
  const isShared = reserve?.isShared === true;
  let isFirst = !isShared;
  let isAdmitting = false;
  let isLeader = !isShared;
  let ticks = 0;
  let timeline = '';
  const workers = new Set<string>();
  let reportPromoted = () => {};
  let client: pg.Client | undefined;
  let isAsking = false;
  let isConnecting = false;
  let isClosed = false;
  /** Counted in our own ticks: a blocked process does not make the database silent. */
  let silentTicks = 0;
  let reportAway = (_isAway: boolean) => {};

  const lost = () => {
    client = undefined;
    if (isShared) isLeader = false;
  };

  const connect = async () => {
    const next = new pg.Client({
      connectionString: await findPrimary(connectionString),
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
      application_name: name,
    });
    askInTurn(next);
    next.on('error', () => undefined);
    next.once('end', () => {
      if (client === next) lost();
    });
    try {
      await next.connect();
      await next.query(VANISHED);
      if (isShared) {
        const first = await shareLock(next, { mayBeFirst: !isAdmitting && client === undefined && timeline === '' });
        isFirst ||= first;
      } else if (reserve) await takeLock(next, name);
      for (const worker of workers) await holdWorker(next, worker);
      const found = await timelineOf(next);
      if (timeline !== '' && found !== timeline) reportPromoted();
      timeline = found;
    } catch (error) {
      cut(next);
      throw error;
    }
    client = next;
  };

  const answered = () => {
    if (silentTicks * TICK_MS >= SILENT_MS) log.warn({ silentMs: silentTicks * TICK_MS }, 'the database answers again');
    if (silentTicks >= CUT_MS / TICK_MS) reportAway(false);
    silentTicks = 0;
  };

  const reconnect = async () => {
    isConnecting = true;
    try {
      await connect();
    } catch (error) {
      // An error is an answer too: too many connections, or the lock is taken. Other connections work.
      const isAnswer = error instanceof pg.DatabaseError && !IS_STARTING.has(error.code ?? '');
      if (isAnswer || error instanceof StartRefused) answered();
      if (error instanceof StartRefused) reserve?.onLost(error);
      else log.debug({ err: error }, 'the database cannot be reached');
    } finally {
      isConnecting = false;
    }
  };

  const ask = async (asked: pg.Client) => {
    isAsking = true;
    try {
      const isTurn = isShared && isAdmitting && ++ticks % LEAD_TICKS === 0;
      if (isTurn && isLeader) await asked.query(LEASE);
      else if (isTurn) {
        const { rows } = await asked.query<{ leads: boolean }>(`select pg_try_advisory_lock(${LEADER_LOCK}) as leads`);
        if (rows[0]?.leads && client === asked) {
          isLeader = true;
          await asked.query(LEASE);
          log.info({}, 'this node leads now');
        } else if (rows[0]?.leads === false) await asked.query(END_STALE);
      } else await asked.query('select 1');
      answered();
    } catch {
      // No answer on this connection: the next tick opens another.
      cut(asked);
      if (client === asked) lost();
    } finally {
      isAsking = false;
    }
  };

  const tick = () => {
    if (isAsking || isConnecting || !client) silentTicks++;
    if (!client && !isConnecting) void reconnect();
    else if (client && !isAsking) void ask(client);
    if (silentTicks === SILENT_MS / TICK_MS) log.warn({}, 'the database does not answer');
    if (silentTicks % (CUT_MS / TICK_MS) !== 0 || silentTicks === 0) return;
    // A dead connection reports no error: try another one.
    if (client) cut(client);
    reportAway(true);
  };

  await connect().catch((error: unknown) => {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(whyUnreachable(error as { code?: string; message: string }), { cause: error });
  });
  const timer = setInterval(tick, TICK_MS);
  timer.unref();
  return {
    get silentMs() {
      return silentTicks <= 1 ? 0 : silentTicks * TICK_MS;
    },
    get isReady() {
      return !isClosed && client !== undefined && silentTicks * TICK_MS < SILENT_MS;
    },
    get isFirst() {
      return isFirst;
    },
    get isLeader() {
      return isLeader;
    },
    onAway(tell) {
      reportAway = tell;
    },
    onPromoted(tell) {
      reportPromoted = tell;
    },
    async admitNodes() {
      isAdmitting = true;
      if (isShared && isFirst && client) await client.query(SHARE);
    },
    holdWorker(worker) {
      workers.add(worker);
      if (client) void holdWorker(client, worker).catch(() => undefined);
    },
    releaseWorker(worker) {
      workers.delete(worker);
      client?.query('select pg_advisory_unlock($1, hashtext($2))', [WORKER_LOCKS, worker]).catch(() => undefined);
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      const ending = client?.end().catch(() => undefined);
      // A database that does not answer is not waited for.
      await Promise.race([ending, sleep(500, undefined, { ref: false })]);
    },
  };
}

/** Ends a connection without involving the other side, which may not answer. */
function cut(client: pg.Client): void {
  client.connection?.stream.destroy();
}

const NODE_NAME = 'atrium node';
const SHARE = `select pg_advisory_lock_shared(${SERVER_LOCK}), pg_advisory_unlock(${SERVER_LOCK})`;

/**
 * Shares the lock with the other nodes, or takes it alone if there are none: returns whether this is the first.
 *
 * @throws StartRefused  if a server that is not a node holds it
 */
async function shareLock(client: pg.Client, { mayBeFirst }: { mayBeFirst: boolean }): Promise<boolean> {
  const deadline = Date.now() + FIRST_NODE_MS;
  for (let attempt = 1; ; attempt++) {
    if (mayBeFirst) {
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [SERVER_LOCK]);
      if (rows[0]?.free) return true;
    }
    const { rows } = await client.query<{ free: boolean; holder: string | null }>(
      `select pg_try_advisory_lock_shared($1) as free, (
         select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
         where l.locktype = 'advisory' and l.objid = $1 and l.objsubid = 1 and l.granted
           and l.database = (select oid from pg_database where datname = current_database()) limit 1) as holder`,
      [SERVER_LOCK],
    );
    if (rows[0]?.free) return false;
    const isNode = rows[0]?.holder?.startsWith(NODE_NAME) === true;
    if (isNode ? Date.now() > deadline : attempt >= LOCK_TRIES) throw new StartRefused(ANOTHER_SERVER);
    await sleep(LOCK_PAUSE_MS);
  }
}

/** Statements of one connection wait for each other: the next version of the library no longer queues them. */
function askInTurn(client: pg.Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  let last: Promise<unknown> = Promise.resolve();
  client.query = ((...args: unknown[]) => {
    const own = last.then(() => query(...args));
    last = own.catch(() => undefined);
    return own;
  }) as typeof client.query;
}

const holdWorker = (client: pg.Client, worker: string) =>
  client.query('select pg_try_advisory_lock($1, hashtext($2))', [WORKER_LOCKS, worker]);

/** Changes when a standby is promoted. */
async function timelineOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as name',
  );
  return rows[0]?.name ?? '';
}

async function takeLock(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [SERVER_LOCK]);
    if (rows[0]?.free) return;
    // An own connection that broke on this side only may still hold it.
    await client.query(
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.objid = $1 and l.database = (select oid from pg_database where datname = current_database())
         and a.application_name = $2 and l.pid <> pg_backend_pid()`,
      [SERVER_LOCK, name],
    );
    if (attempt === LOCK_TRIES) {
      await client.end().catch(() => undefined);
      throw new StartRefused(ANOTHER_SERVER);
    }
    await sleep(LOCK_PAUSE_MS);
  }
}

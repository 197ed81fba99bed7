import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { StartRefused } from '../postgres/startRefused.ts';
import { findPrimary } from './hosts.ts';
import { watchLeadership } from './leadership.ts';
import { whyUnreachable } from './migrate.ts';
import { NODE_NAME, SHARE, shareLock, takeLock } from './serverLock.ts';

/** The interval of checks. */
const TICK_MS = 250;
/** The database does not count as ready if it has not answered for this long. */
const SILENT_MS = 1500;
/** Calls are refused before they query the database if it has not answered for this long. */
export const REFUSE_MS = 3000;
/** Everything that waits for the database is cut off if it has not answered for this long. */
export const CUT_MS = 5000;
const CONNECT_MS = 2000;
/**
 * The limit for a query: a connection lost between the handshake and an answer would otherwise hang until TCP gives up.
 */
const QUERY_MS = 5000;
/** PostgreSQL answers this while it starts, recovers or stops, or as a standby: it is not available for calls either. */
const IS_STARTING = new Set(['57P01', '57P02', '57P03', '55000']);
/** First number of the locks of job workers that are alive; the second is made from the worker's name. */
export const WORKER_LOCKS = 4_217_102;
/** If this machine vanishes, the database ends the connection, and with it the locks, after about nine seconds. */
const VANISHED = `set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; set tcp_user_timeout = 8000`;

/** Checks on a connection of its own that the database answers, and holds this server's locks. */
export interface DatabaseWatch {
  /** The milliseconds for which the database has not answered; 0 while it answers. */
  readonly silentMs: number;
  readonly isReady: boolean;
  /** True for the first node: it repairs what earlier servers left incomplete, before `admitNodes`. */
  readonly isFirst: boolean;
  /** True if this node is the leader. Always true for a single server. */
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
  // A single server always leads.
  const leadership = isShared ? watchLeadership(log) : undefined;
  let timeline = '';
  const workers = new Set<string>();
  let reportPromoted = () => {};
  let client: pg.Client | undefined;
  let isAsking = false;
  let isConnecting = false;
  let isClosed = false;
  /** Time is counted in our own ticks, so that a blocked process does not make the database look silent. */
  let silentTicks = 0;
  let reportAway = (_isAway: boolean) => {};

  const lost = () => {
    client = undefined;
    leadership?.lose();
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
      // An error counts as an answer, for example that there are too many connections or that the lock is taken: other
      // connections work.
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
      const hasAsked = isAdmitting && (await leadership?.ask(asked, () => client === asked));
      if (!hasAsked) await asked.query('select 1');
      answered();
    } catch {
      // The connection gave no answer, so the next tick opens another.
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
    // A dead connection reports no error, so another one is tried.
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
      return leadership?.isLeader ?? true;
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
      // The end does not wait for a database that does not answer.
      await Promise.race([ending, sleep(500, undefined, { ref: false })]);
    },
  };
}

/** Ends a connection without involving the other side, which may not answer. */
function cut(client: pg.Client): void {
  client.connection?.stream.destroy();
}

/**
 * Lets statements of one connection wait for each other, because the next version of the library no longer queues them.
 */
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

/** The timeline of the database, which changes when a standby is promoted. */
async function timelineOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as name',
  );
  return rows[0]?.name ?? '';
}

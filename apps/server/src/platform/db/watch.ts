import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { StartRefused } from '../postgres/startRefused.ts';
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
/** PostgreSQL answers this while it starts, recovers or stops: it is not available for calls either. */
const IS_STARTING = new Set(['57P01', '57P02', '57P03']);
/** One Atrium per database, by a session-level advisory lock of that database. */
const SERVER_LOCK = 4_217_100;
/** A server that was just killed may still be connected for a moment. */
const LOCK_TRIES = 10;
const LOCK_PAUSE_MS = 300;

export const ANOTHER_SERVER =
  'Another Atrium server is already using this database. Stop it first, or point DATABASE_URL at a different database.';

/** Whether the database answers, checked on a connection of its own. */
export interface DatabaseWatch {
  /** Milliseconds without an answer; 0 while it answers. */
  readonly silentMs: number;
  readonly isReady: boolean;
  /** Called when the database has been silent for `CUT_MS`, and when it answers again. */
  onAway(tell: (isAway: boolean) => void): void;
  close(): Promise<void>;
}

export interface WatchOptions {
  connectionString: string;
  log: Log;
  /** Reserves the database for this server alone, and reports if another one has taken it. */
  exclusively?: { onLost(reason: StartRefused): void };
}

/** @throws StartRefused  if another server holds the database */
export async function watchDatabase({ connectionString, log, exclusively }: WatchOptions): Promise<DatabaseWatch> {
  // The connection that holds the lock has this name, to distinguish an own broken connection from another server.
  const name = `atrium ${crypto.randomUUID().slice(0, 8)}`;
  let client: pg.Client | undefined;
  let isAsking = false;
  let isConnecting = false;
  let isClosed = false;
  /** Counted in our own ticks: a blocked process does not make the database silent. */
  let silentTicks = 0;
  let reportAway = (_isAway: boolean) => {};

  const connect = async () => {
    const next = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
      application_name: name,
    });
    next.on('error', () => undefined);
    next.once('end', () => {
      if (client === next) client = undefined;
    });
    try {
      await next.connect();
      if (exclusively) await takeLock(next, name);
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
      if (error instanceof StartRefused) exclusively?.onLost(error);
      else log.debug({ err: error }, 'the database cannot be reached');
    } finally {
      isConnecting = false;
    }
  };

  const ask = async (asked: pg.Client) => {
    isAsking = true;
    try {
      await asked.query('select 1');
      answered();
    } catch {
      // No answer on this connection: the next tick opens another.
      cut(asked);
      if (client === asked) client = undefined;
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
    onAway(tell) {
      reportAway = tell;
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

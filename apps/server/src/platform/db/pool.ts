import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { addressesOf, lastPrimary } from './hosts.ts';
import { type Connections, failPending, preparingClient } from './preparedStatements.ts';
import type { DB } from './types.ts';

// bigint is parsed as text by default; ours (event ids, counts) stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date, such as a birthday, stays a text without a time.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

// This parser replaces the general one, which reads every format that PostgreSQL can print with a pattern: a board of
// 2,000 tasks calls it 12,000 times.
const general = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => unknown;
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text.charAt(4) === '-' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : general(text),
);

export type Db = Kysely<DB>;
/**
 * The database for statements that only read: a route of mode `read` has nothing else. It has no `with`, behind which Kysely offers
 * inserts; what a raw statement does is checked by the lint rule `repository/readers-only-read`.
 */
export type Reader = Pick<Db, 'selectFrom' | 'selectNoFrom' | 'fn' | 'getExecutor'>;

/**
 * The database for statements that write: the transaction of a change, or the pool in jobs and routes of mode `direct`.
 */
export type Writer = Db | Transaction<DB>;

/** Timeout for getting a connection. */
const CONNECT_MS = 10_000;
const CLOSE_MS = 1500;
/**
 * A connection is closed after this time without use. A new one prepares every statement again, which takes 40 ms in
 * all for a list.
 */
const IDLE_MS = 10 * 60_000;

export interface Database {
  db: Db;
  /** The pool for frequent statements, which are named and prepared; everything else uses `db`. */
  pool: pg.Pool;
  /**
   * While the database does not answer, its connections are ended with everything waiting on them, and none is opened.
   */
  setAway(isAway: boolean): void;
  /** Ends all connections; new ones go to the present primary. */
  cut(): void;
  close(): Promise<void>;
}

export function openDatabase(connectionString: string, max = 12, trace?: Connections['trace']): Database {
  const connections: Connections = { all: new Set(), isAway: false, trace };
  const isMovable = addressesOf(connectionString).length > 1;
  const place = () => {
    const { hostname, port } = new URL(lastPrimary(connectionString));
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) };
  };
  const pool = new pg.Pool({
    connectionString: lastPrimary(connectionString),
    max,
    statement_timeout: 30_000,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    // Connections send signs of life, because networks forget connections without traffic.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    application_name: 'atrium',
    Client: preparingClient(connections, isMovable ? place : undefined),
    // Parallel queries on one connection are sent without waiting (`inTransaction`).
    pipeline: true,
  });
  // An idle connection that the database drops is replaced on next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const cut = () => {
    for (const client of connections.all) failPending(client);
  };
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    setAway(isAway) {
      connections.isAway = isAway;
      if (isAway) cut();
    },
    cut,
    async close() {
      // Connections without an answer are cut.
      const overdue = setTimeout(cut, CLOSE_MS);
      await db.destroy();
      clearTimeout(overdue);
    },
  };
}

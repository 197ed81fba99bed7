import type { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { preparingClient } from './prepared.ts';
import type { DB } from './types.ts';

// bigint comes as text by default; ours (event ids, counts) stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A birthday is a day, not a moment.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

// The general parser reads every form that PostgreSQL can print, with a pattern; a board of 2,000 tasks is 12,000 times.
const general = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => unknown;
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text.charAt(4) === '-' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : general(text),
);

export type Db = Kysely<DB>;

/** A connection that cannot be had within this time is not waited for. */
const CONNECT_MS = 10_000;
const CLOSE_MS = 1500;

export interface Database {
  db: Db;
  /** For hot statements, which are named and prepared; everything else goes through `db`. */
  pool: pg.Pool;
  /** Ends every connection, with whatever waits on it: the database does not answer. */
  cut(): void;
  close(): Promise<void>;
}

export function openDatabase(connectionString: string, max = 12): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    statement_timeout: 30_000,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'atrium',
    Client: preparingClient(),
    // What is asked side by side on one connection is sent side by side (`inTransaction`).
    pipeline: true,
  });
  // An idle connection that the database drops is replaced on next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => clients.delete(client));
  const cut = () => {
    for (const client of clients) {
      const { connection } = client as unknown as { connection: { stream: Socket } };
      connection.stream.destroy(new Error('Connection terminated: the database does not answer'));
    }
  };
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    cut,
    async close() {
      // A connection whose answer does not come is not waited for.
      const overdue = setTimeout(cut, CLOSE_MS);
      await db.destroy();
      clearTimeout(overdue);
    },
  };
}

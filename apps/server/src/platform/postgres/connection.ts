import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection, EmbeddedLog } from './place.ts';
import { DataInUse, folderInUseSentence, StartRefused } from './startRefused.ts';

export const SUPERUSER = 'postgres';
export const DATABASE = 'atrium';
/** The file with the password, in the database's own folder. */
export const PASSWORD_FILE = 'atrium.password';
const OWNER_LOCK = 0x41747269; // The letters "Atri"

/** Holds the lock on a connection of its own; reacquired if that connection breaks while the server runs. */
export async function holdLock(connection: Connection, log: EmbeddedLog): Promise<{ release(): void }> {
  let released = false;
  let client: pg.Client | undefined;
  const take = async (): Promise<void> => {
    const next = clientFor(connection, 'postgres');
    next.on('error', (error) => log.debug({ err: error }, 'The owner connection broke'));
    try {
      await next.connect();
      const { rows } = await next.query<{ free: boolean }>(`select pg_try_advisory_lock(${OWNER_LOCK}) as free`);
      if (!rows[0]?.free) throw new DataInUse(folderInUseSentence(connection.host));
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

/** Asks if an Atrium holds the lock of the database there; `unanswered` if there is no database. */
export async function askForLock(connection: Connection): Promise<'held' | 'free' | 'unanswered'> {
  const client = clientFor(connection, 'postgres');
  try {
    await client.connect();
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${OWNER_LOCK}) as free`);
    return rows[0]?.free ? 'free' : 'held';
  } catch {
    return 'unanswered';
  } finally {
    await client.end().catch(() => {});
  }
}

/** Creates the database unless it exists. */
export async function createDatabase(connection: Connection): Promise<void> {
  const client = clientFor(connection, 'postgres');
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function clientFor(connection: Connection, name: string): pg.Client {
  return new pg.Client({ connectionString: urlOf(connection, name), connectionTimeoutMillis: 5000 });
}

export function urlOf({ host, port, password }: Connection, name: string): string {
  const credentials = `${SUPERUSER}:${encodeURIComponent(password)}`;
  if (!host.startsWith('/')) return `postgres://${credentials}@${host}:${port}/${name}`;
  return `postgres://${credentials}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

export function readPassword(cluster: string): string {
  try {
    return readFileSync(join(cluster, PASSWORD_FILE), 'utf8').trim();
  } catch {
    throw new StartRefused(
      `${join(cluster, PASSWORD_FILE)} is missing, which holds the database's password: put it back from your backup.`,
    );
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartRefused } from '../postgres/startRefused.ts';

/**
 * A session-level advisory lock of the database: a single server holds it alone, the nodes of a cluster share it. The
 * first node holds it alone until it has repaired what earlier servers left incomplete.
 */
export const SERVER_LOCK = 4_217_100;
/** The number of tries, because a server that was just killed may still be connected for a moment. */
const LOCK_TRIES = 10;
const LOCK_PAUSE_MS = 300;
/** The time that a node waits for the first one, which may be migrating. */
const FIRST_NODE_MS = 120_000;

export const ANOTHER_SERVER =
  'Another Atrium server is already using this database. Stop it first, or point DATABASE_URL at a different database. To run several servers on one database, give each the same REDIS_URL.';

/** The beginning of the name of a node's connection. */
export const NODE_NAME = 'atrium node';
/** Lets other nodes start. */
export const SHARE = `select pg_advisory_lock_shared(${SERVER_LOCK}), pg_advisory_unlock(${SERVER_LOCK})`;

/**
 * Shares the lock with the other nodes, or takes it alone if there are none: returns whether this is the first.
 *
 * @throws StartRefused  if a server that is not a node holds it
 */
export async function shareLock(client: pg.Client, { mayBeFirst }: { mayBeFirst: boolean }): Promise<boolean> {
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

/**
 * Takes the lock for the only server.
 *
 * @param name of the connection
 * @throws StartRefused  if another server holds it
 */
export async function takeLock(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [SERVER_LOCK]);
    if (rows[0]?.free) return;
    // A connection of this server that broke on this side only may still hold the lock.
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

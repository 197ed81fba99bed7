import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Backups } from '#platform/db/types';

export async function insertBackup(db: Writer, place: string): Promise<number> {
  const { id } = await db.insertInto('backups').values({ place }).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function endBackup(db: Writer, id: number, values: Partial<Insertable<Backups>>): Promise<void> {
  await db
    .updateTable('backups')
    .set({ ...values, ended_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/**
 * Ends backups that a killed server or command has left open. A new backup holds the lock, so no other can be running.
 */
export async function endInterrupted(db: Writer, id: number): Promise<void> {
  await db
    .updateTable('backups')
    .set({ status: 'failed', error: 'interrupted', ended_at: new Date() })
    .where('status', '=', 'running')
    .where('id', '<', id)
    .execute();
}

export type BackupRow = Selectable<Backups>;

export const listBackupRows = (db: Reader, limit: number): Promise<BackupRow[]> =>
  db.selectFrom('backups').selectAll().orderBy('id', 'desc').limit(limit).execute();

export const findLastDone = (db: Reader): Promise<BackupRow | undefined> =>
  db.selectFrom('backups').selectAll().where('status', '=', 'done').orderBy('id', 'desc').limit(1).executeTakeFirst();

export async function deleteOldBackupRows(db: Writer): Promise<void> {
  await sql`delete from backups where started_at < now() - interval '1 year'
    and id not in (select id from backups where status = 'done' order by id desc limit 1)`.execute(db);
}

/** True if a backup holds the lock, on any node or from the command line. */
export async function isLocked(db: Reader, lock: number): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${lock}::int::oid
    and objsubid = 1 and granted and database = (select oid from pg_database where datname = current_database())`.execute(
    db,
  );
  return rows.length > 0;
}

/** The lock by which simultaneous requests take turns. */
const ASKING_LOCK = 4_217_105;

/** True if a backup was requested and has not begun. */
export async function isBackupRequested(db: Writer): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${ASKING_LOCK})`.execute(db);
  const { rows } = await sql`select 1 from graphile_worker.jobs
    where task_identifier = 'make_backup' and (attempts = 0 or locked_at is not null) limit 1`.execute(db);
  return rows.length > 0;
}

/** The time at which this database was created. */
export async function findInstalled(db: Reader): Promise<Date> {
  const { at } = await db
    .selectFrom('schema_migrations')
    .select((eb) => eb.fn.min('at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

export interface Administrator {
  userid: number;
  email: string;
  lang: string;
  timezone: string;
}

export async function listAdmins(db: Reader): Promise<Administrator[]> {
  const { rows } = await sql<Administrator>`select userid, email, lang, timezone from users
    where 'admin' = any(identity) and disable_at is null and delete_at is null and bot = 0`.execute(db);
  return rows;
}

/** Claims the next warning: at most one in this time. */
export async function takeWarning(db: Writer, now: Date, everyMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into meta as m (name, value) values ('backup_warned_at', ${String(now.getTime())})
    on conflict (name) do update set value = excluded.value where m.value::bigint < ${now.getTime() - everyMs}
    returning 1`.execute(db);
  return rows.length > 0;
}

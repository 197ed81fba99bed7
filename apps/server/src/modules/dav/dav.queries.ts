import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { type DriveRow, isSeen, listRows } from '#modules/drive/drive.access';
import type { Reader, Writer } from '#platform/db/pool';
import type { DavLocks, DavProperties } from '#platform/db/types';
import type { View } from '#platform/work';

const MOST = 500;
/** The name that a client sees, in the form in which names are compared. */
const shownName = sql`lower(normalize(case when f.ext = '' then f.name else f.name || '.' || f.ext end))`;

const inFolder = (view: View, pid: number) =>
  pid > 0 ? sql`f.pid = ${pid}` : sql`f.pid = 0 and f.userid = ${view.caller.userid}`;

/** The content of a folder; for 0 the caller's own files at the top. */
export const listChildren = (view: View, pid: number): Promise<DriveRow[]> =>
  listRows(view, sql`${inFolder(view, pid)} order by f.id limit ${MOST}`);

/** Lists the entries of a folder with this name, oldest first. */
export const listNamed = (view: View, pid: number, name: string): Promise<DriveRow[]> =>
  listRows(view, sql`${inFolder(view, pid)} and ${shownName} = lower(${name}) order by f.id`);

export const listById = (view: View, pid: number, id: number): Promise<DriveRow[]> =>
  listRows(view, sql`${inFolder(view, pid)} and f.id = ${id}`);

const isSharedRoot = (view: View) => sql`f.pshare = f.id and f.userid <> ${view.caller.userid} and ${isSeen(view)}`;

export const listSharedRoots = (view: View): Promise<DriveRow[]> =>
  listRows(view, sql`${isSharedRoot(view)} order by f.id limit ${MOST}`);
export const listSharedRoot = (view: View, id: number): Promise<DriveRow[]> =>
  listRows(view, sql`${isSharedRoot(view)} and f.id = ${id}`);

/** Own files and folders with a name that another one in the same folder has too. */
export const listConflicting = (view: View): Promise<DriveRow[]> =>
  listRows(
    view,
    sql`f.userid = ${view.caller.userid} and (f.pid, ${shownName}) in (
      select f.pid, ${shownName} from files f where f.userid = ${view.caller.userid} and f.deleted_at is null
      group by 1, 2 having count(*) > 1 limit ${MOST})
    order by f.pid, f.id limit ${2 * MOST}`,
  );

// Locks ----------------------------------------------------------------------------------------------------------------

export type LockRow = Selectable<DavLocks>;

/** Locks on a file itself, or on a folder above it with everything in it. */
export async function listLocksOver(db: Reader, id: number, pids: readonly number[], now: Date): Promise<LockRow[]> {
  const { rows } = await sql<LockRow>`
    select * from dav_locks where expired_at > ${now}
      and (file_id = ${id} or is_deep and file_id = any(${[...pids]}::int[])) order by token`.execute(db);
  return rows;
}

/** Locks on files and folders anywhere in a folder. */
export async function listLocksBelow(db: Reader, id: number, now: Date): Promise<LockRow[]> {
  const { rows } = await sql<LockRow>`
    select l.* from dav_locks l join files f on f.id = l.file_id
    where l.expired_at > ${now} and f.pids @> array[${id}]::int[] order by l.token`.execute(db);
  return rows;
}

/** Locks on any of these. */
export async function listLocksOn(db: Reader, ids: readonly number[], now: Date): Promise<LockRow[]> {
  const { rows } = await sql<LockRow>`
    select * from dav_locks where expired_at > ${now} and file_id = any(${[...ids]}::int[]) order by token`.execute(db);
  return rows;
}

export async function insertLock(db: Writer, row: Insertable<DavLocks>): Promise<void> {
  await db.insertInto('dav_locks').values(row).execute();
}

export async function renewLock(db: Writer, token: string, timeout_s: number, expired_at: Date): Promise<void> {
  await db.updateTable('dav_locks').set({ timeout_s, expired_at }).where('token', '=', token).execute();
}

export async function deleteLock(db: Writer, token: string): Promise<void> {
  await db.deleteFrom('dav_locks').where('token', '=', token).execute();
}

/** Deletes the locks in a tree, because a lock does not move with its file. */
export async function deleteLocksInTree(db: Writer, id: number): Promise<void> {
  await sql`delete from dav_locks l using files f
    where f.id = l.file_id and (f.id = ${id} or f.pids @> array[${id}]::int[])`.execute(db);
}

export async function countLocksOf(db: Reader, userid: number, now: Date): Promise<number> {
  const { n } = await db
    .selectFrom('dav_locks')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('userid', '=', userid)
    .where('expired_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function deleteExpiredLocks(db: Writer): Promise<void> {
  await sql`delete from dav_locks where expired_at < now()`.execute(db);
}

// Properties -----------------------------------------------------------------------------------------------------------

export type PropertyRow = Selectable<DavProperties>;

export const listProperties = (db: Reader, ids: readonly number[]): Promise<PropertyRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('dav_properties')
        .selectAll()
        .where('file_id', 'in', [...ids])
        .orderBy('namespace')
        .orderBy('name')
        .execute();

export async function putProperty(db: Writer, row: Insertable<DavProperties>): Promise<void> {
  await db
    .insertInto('dav_properties')
    .values(row)
    .onConflict((on) => on.columns(['file_id', 'namespace', 'name']).doUpdateSet({ value: row.value }))
    .execute();
}

export async function deleteProperty(db: Writer, key: Omit<PropertyRow, 'value'>): Promise<void> {
  await db
    .deleteFrom('dav_properties')
    .where('file_id', '=', key.file_id)
    .where('namespace', '=', key.namespace)
    .where('name', '=', key.name)
    .execute();
}

/** Gives the target the source's properties and no others. */
export async function copyProperties(db: Writer, from: number, to: number): Promise<void> {
  await db.deleteFrom('dav_properties').where('file_id', '=', to).execute();
  await sql`insert into dav_properties (file_id, namespace, name, value)
    select ${to}::int, namespace, name, value from dav_properties where file_id = ${from}`.execute(db);
}

import { MAX_IN_FOLDER } from '@atrium/contract/files/drive.ts';
import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { isUsedNowhereElse } from '#modules/files/unusedFiles.access';
import type { Reader, Writer } from '#platform/db/pool';
import type { FileContents, Files } from '#platform/db/types';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import type { DriveRow, Place } from './drive.access.ts';
import { freeName } from './names.ts';

const TREES_LOCK = 74_001;
const FOLDERS_LOCK = 74_002;

/** Blocks insertions while a tree is moved, shared or deleted. Such changes run one at a time. */
export const lockTrees = (work: Work) => sql`select pg_advisory_xact_lock(${TREES_LOCK})`.execute(work.tx);

/** Lets insertions into a folder run one at a time, so that names differ and the limit holds. */
export async function lockFolder(work: Work, pid: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${TREES_LOCK})`.execute(work.tx);
  await sql`select pg_advisory_xact_lock(${FOLDERS_LOCK}, ${pid || -work.caller.userid})`.execute(work.tx);
}

const isInFolder = ({ id, userid }: Place) => (id > 0 ? sql`pid = ${id}` : sql`pid = 0 and userid = ${userid}`);

/** Returns a name that is unique for its kind in the folder. */
export async function nameIn(work: Work, place: Place, name: string, ext: string, except = 0): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select lower(name) as name from files
    where ${isInFolder(place)} and deleted_at is null and ext = ${ext} and id <> ${except}`.execute(work.tx);
  return freeName(name, new Set(rows.map((row) => row.name)));
}

export async function findNamed(work: Work, place: Place, name: string, ext: string, isFolder: boolean) {
  const { rows } = await sql<{ id: number }>`
    select id from files where ${isInFolder(place)} and deleted_at is null and lower(name) = ${name.toLowerCase()}
      and ext = ${ext} and (type = 'folder') = ${isFolder} order by id limit 1`.execute(work.tx);
  return rows[0]?.id;
}

/** @throws drive.full */
export async function requireRoom(work: Work, place: Place, more = 1): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from files where ${isInFolder(place)} and deleted_at is null`.execute(work.tx);
  if ((rows[0]?.n ?? 0) + more > MAX_IN_FOLDER) throw fail('drive.full', { limit: MAX_IN_FOLDER });
}

type Fields = Pick<Insertable<Files>, 'name' | 'ext' | 'type' | 'stored_id' | 'size' | 'cid'>;

export async function insertDrive(work: Work, place: Place, fields: Fields): Promise<number> {
  const { id } = await work.tx
    .insertInto('files')
    .values({
      ...fields,
      pid: place.id,
      pids: place.pids,
      userid: place.userid,
      created_id: work.caller.userid,
      pshare: place.pshare,
      created_at: work.now,
      updated_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface Stored {
  id: number | null;
  size: number;
}

/** The origin of a version; by default the caller saved it. */
export type Origin = Partial<Pick<Insertable<FileContents>, 'userid' | 'authors' | 'is_live' | 'base_id'>>;

/** Inserts a new version of a file. */
export async function insertVersion(work: Work, fid: number, ext: string, stored: Stored, origin: Origin = {}) {
  const version = await work.tx
    .insertInto('file_contents')
    .values({
      fid,
      ext,
      stored_id: stored.id,
      size: stored.size,
      userid: work.caller.userid,
      created_at: work.now,
      ...origin,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return version;
}

/** A condition for a file and everything below it, in queries that join `files` with other tables. */
export const filesInTree = (id: number) => sql`(files.id = ${id} or files.pids @> array[${id}]::int[])`;
/** The same in queries over `files` alone. */
export const inTree = (id: number) => sql`(id = ${id} or pids @> array[${id}]::int[])`;

/**
 * Moves a tree to another place; shares inside it remain unless the place is shared. What was deleted from it moves
 * along but keeps its owner: nobody gave it away.
 */
export async function moveTree(work: Work, row: DriveRow, place: Place, name: string): Promise<void> {
  await sql`
    update files set
      pid = case when id = ${row.id} then ${place.id} else pid end,
      name = case when id = ${row.id} then ${name} else name end,
      pids = case when id = ${row.id} then ${place.pids}::int[]
        else ${place.pids}::int[] || pids[array_position(pids, ${row.id}):] end,
      userid = case when deleted_at is null then ${place.userid} else userid end,
      pshare = case when ${place.pshare} > 0 then ${place.pshare}
        when pshare in (select id from files where ${inTree(row.id)}) then pshare else 0 end
    where ${inTree(row.id)}`.execute(work.tx);
  await sql`delete from file_shares s using files f
    where s.file_id = f.id and s.userid = ${place.userid} and f.pshare = f.id
      and (f.id = ${row.id} or f.pids @> array[${row.id}]::int[])`.execute(work.tx);
  await sql`update files set pshare = 0 where ${inTree(row.id)} and pshare > 0
    and not exists (select 1 from file_shares s where s.file_id = pshare)`.execute(work.tx);
}

/** Ids within a tree that have shares of their own, including the root. */
export async function listShared(work: Work, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from files where ${inTree(id)} and pshare = id and deleted_at is null`.execute(work.tx);
  return rows.map((row) => row.id);
}

/** Puts a tree into the bin as one entry. Returns all ids. */
export async function removeTree(work: Work, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update files set deleted_at = ${work.now}, deleted_by = ${work.caller.userid}, deleted_root = ${id} where ${inTree(id)} and deleted_at is null returning id`.execute(
    work.tx,
  );
  const ids = rows.map((row) => row.id);
  await sql`delete from file_shares where file_id = any(${ids}::int[])`.execute(work.tx);
  await sql`delete from file_links where file_id = any(${ids}::int[])`.execute(work.tx);
  return ids;
}

export function listSharesOfRoot(db: Reader, pshare: number) {
  return db
    .selectFrom('file_shares')
    .select(['userid', 'permission'])
    .where('file_id', '=', pshare)
    .orderBy('userid')
    .execute();
}

export async function findFreshRow(db: Reader, permission: number, id: number) {
  const { rows } = await sql<DriveRow>`
    select f.*, st.token, st.mime, st.hash, st.thumb_size, st.width, st.height, ${permission}::int as permission
    from files f left join stored_files st on st.id = f.stored_id where f.id = ${id}`.execute(db);
  return rows[0];
}

/** Copies share a stored file, and at most this many of them are announced. */
const COPIES = 100;

export async function listWithStored(db: Reader, storedId: number) {
  const { rows } = await sql<DriveRow>`
    select f.*, st.token, st.mime, st.hash, st.thumb_size, st.width, st.height, 0 as permission
    from files f join stored_files st on st.id = f.stored_id
    where f.stored_id = ${storedId} and f.deleted_at is null order by f.id desc limit ${COPIES}`.execute(db);
  return rows;
}

export function findStoredFile(db: Reader, storedId: number) {
  return db.selectFrom('stored_files').selectAll().where('id', '=', storedId).executeTakeFirst();
}

export async function updateDriveName(db: Writer, fields: Updateable<Files>, id: number): Promise<void> {
  await db.updateTable('files').set(fields).where('id', '=', id).execute();
}

export async function transferFiles(db: Writer, receiver: number, leaver: number): Promise<void> {
  await sql`update files set userid = ${receiver} where userid = ${leaver} and deleted_at is null`.execute(db);
}

export async function deleteOwnShares(db: Writer, receiver: number): Promise<void> {
  await sql`delete from file_shares s using files f
    where f.id = s.file_id and f.userid = ${receiver} and s.userid = ${receiver}`.execute(db);
}

export async function clearEmptySharesOf(db: Writer, receiver: number): Promise<void> {
  await sql`update files set pshare = 0 where userid = ${receiver} and pshare > 0
    and not exists (select 1 from file_shares s where s.file_id = pshare)`.execute(db);
}

export async function deleteSharesWith(db: Writer, leaver: number): Promise<void> {
  await sql`delete from file_shares where userid = ${leaver}`.execute(db);
}

export async function clearEmptyShares(db: Writer): Promise<void> {
  await sql`update files set pshare = 0 where pshare > 0
    and not exists (select 1 from file_shares s where s.file_id = pshare)`.execute(db);
}

/** The items that a person owns at the top of the file area. */
export async function listTopFiles(db: Reader, owner: number, creator?: number) {
  const { rows } = await sql<DriveRow>`
    select f.*, null as token, null as mime, null as hash, 0 as thumb_size, 0 as width, 0 as height, 1000 as permission
    from files f where f.userid = ${owner} and f.pid = 0 and f.deleted_at is null
      and ${creator === undefined ? sql`true` : sql`f.created_id = ${creator}`}
    order by f.id`.execute(db);
  return rows;
}

export async function sumDeletedBytes(db: Reader, userid: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(f.size), 0) as bytes from stored_files f
    where f.userid = ${userid} and f.id in (
      select c.stored_id from files d join file_contents c on c.fid = d.id where d.deleted_at is not null)
      and not exists (
        select 1 from file_contents c join files d on d.id = c.fid where c.stored_id = f.id and d.deleted_at is null)
      and ${isUsedNowhereElse}`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Repeats the condition on `deleted_at` for rows that were restored while the deletion waited for them. */
export async function deleteDeletedFiles(db: Writer, userid?: number, isOwner = false): Promise<number[]> {
  const whose =
    userid === undefined
      ? sql`true`
      : sql`exists (select 1 from file_contents c join stored_files s on s.id = c.stored_id
          where c.fid = f.id and s.userid = ${userid})${isOwner ? sql` or f.userid = ${userid}` : sql``}`;
  const { rows } = await sql<{ ids: number[] | null }>`
    with gone as (select f.id from files f where f.deleted_at is not null and (${whose})),
      stored as (select distinct stored_id from file_contents where fid in (select id from gone) and stored_id is not null),
      deleted as (delete from files where id in (select id from gone) and deleted_at is not null)
    select array_agg(stored_id) as ids from stored`.execute(db);
  return rows[0]?.ids ?? [];
}

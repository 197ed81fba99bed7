import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Place } from '../drive.access.ts';

export interface BinRow {
  id: number;
  pid: number;
  name: string;
  ext: string;
  type: string;
  userid: number;
  created_id: number;
  deleted_by: number;
  deleted_at: Date;
  /** The bytes and the number of the files in the entry. */
  size: string;
  files: number;
  /** The folder that the entry was in, if it is still there. */
  folder: string | null;
}

const entries = (which: ReturnType<typeof sql>) => sql<BinRow>`
  select f.id, f.pid, f.name, f.ext, f.type, f.userid, f.created_id, coalesce(f.deleted_by, f.userid) as deleted_by,
    f.deleted_at, coalesce(s.size, 0) as size, coalesce(s.files, 0) as files, p.name as folder
  from files f
    left join files p on p.id = f.pid and p.deleted_at is null and p.userid = f.userid
    left join lateral (select sum(size) as size, count(*)::int as files from files
      where deleted_root = f.id and type <> 'folder') s on true
  where f.deleted_root = f.id and f.deleted_at is not null and ${which}`;

export async function listBin(
  db: Reader,
  userid: number,
  before: { at: Date; id: number } | undefined,
  limit: number,
): Promise<BinRow[]> {
  const after = before ? sql`(f.deleted_at, f.id) < (${before.at}, ${before.id})` : sql`true`;
  const { rows } = await entries(sql`f.userid = ${userid} and ${after}
    order by f.deleted_at desc, f.id desc limit ${limit}`).execute(db);
  return rows;
}

/** Locks entries, so that two requests at once restore them only once. */
export async function lockEntries(db: Writer, ids: readonly number[]): Promise<BinRow[]> {
  await sql`select id from files where id = any(${[...ids]}::int[]) and deleted_root = id order by id for update`.execute(
    db,
  );
  const { rows } = await entries(sql`f.id = any(${[...ids]}::int[]) order by f.id`).execute(db);
  return rows;
}

export async function findEntry(db: Reader, id: number): Promise<BinRow | undefined> {
  const { rows } = await entries(sql`f.id = ${id}`).execute(db);
  return rows[0];
}

/** Brings everything of an entry back into a folder. Returns the ids. */
export async function restoreEntry(db: Writer, id: number, place: Place, name: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update files set deleted_at = null, deleted_by = null, deleted_root = null,
      pid = case when id = ${id} then ${place.id} else pid end,
      name = case when id = ${id} then ${name} else name end,
      pids = case when id = ${id} then ${place.pids}::int[]
        else ${place.pids}::int[] || pids[array_position(pids, ${id}):] end,
      userid = ${place.userid}, pshare = ${place.pshare}
    where deleted_root = ${id} returning id`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Deletes rows for good. Returns the ids of the content that they had. The deletion repeats the condition: a row that it
 * waited for may have been restored meanwhile.
 */
async function purgeRows(db: Writer, which: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    with gone as (select f.id from files f where f.deleted_at is not null and ${which}),
      stored as (select distinct stored_id from file_contents where fid in (select id from gone) and stored_id is not null),
      deleted as (delete from files f where f.id in (select id from gone) and f.deleted_at is not null and ${which})
    select array_agg(stored_id) as ids from stored`.execute(db);
  return rows[0]?.ids ?? [];
}

export const purgeById = (db: Writer, ids: readonly number[]) =>
  purgeRows(db, sql`f.deleted_root = any(${[...ids]}::int[])`);

export const purgeBefore = (db: Writer, before: Date) => purgeRows(db, sql`f.deleted_at < ${before}`);

export async function listBinIds(db: Reader, userid: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from files where userid = ${userid} and deleted_root = id and deleted_at is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Deletes versions beyond a number per file, and those that have been replaced before a time. The newest of each file
 * stays: it is the first, and has not been replaced. Returns the ids of the content that they had.
 */
export async function pruneVersionRows(
  db: Writer,
  { most, before, limit }: { most: number | null; before: Date | null; limit: number },
): Promise<{ count: number; stored: number[] }> {
  const { rows } = await sql<{ stored_id: number | null }>`
    delete from file_contents where id in (
      select v.id from (
        select id, created_at, row_number() over newest as place,
          lag(created_at) over newest as replaced_at
        from file_contents window newest as (partition by fid order by id desc)) v
      where v.place > ${most}::int or v.replaced_at < ${before}::timestamptz
      order by v.id limit ${limit})
    returning stored_id`.execute(db);
  return { count: rows.length, stored: rows.flatMap(({ stored_id }) => (stored_id === null ? [] : [stored_id])) };
}

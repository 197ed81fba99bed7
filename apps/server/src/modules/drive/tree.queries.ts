import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { View } from '#platform/work';
import { type DriveRow, listRows } from './drive.access.ts';
import type { Stored } from './drive.queries.ts';

/** Lists a folder and the items in it that the caller may read, folders before what they contain. */
export const listTree = (view: View, id: number, limit: number): Promise<DriveRow[]> =>
  listRows(
    view,
    sql`(f.id = ${id} or f.pids @> array[${id}]::int[]) order by coalesce(array_length(f.pids, 1), 0), f.id limit ${limit}`,
  );

/** Sets the extension of a file's newest content, after the file was renamed. */
export async function setNewestExt(db: Writer, id: number, ext: string): Promise<void> {
  await sql`update file_contents set ext = ${ext}
    where id = (select max(id) from file_contents where fid = ${id})`.execute(db);
}

/**
 * Finds content that the caller has stored or may read in the file area. Content of others is not found, even if it has
 * the same hash.
 */
export async function findOwnContent(view: View, hash: string, size: number): Promise<Stored | undefined> {
  const { rows } = await sql<{ id: number; userid: number }>`
    select id, userid from stored_files where hash = ${hash} and size = ${size} order by id limit 100`.execute(view.tx);
  const own = rows.find(({ userid }) => userid === view.caller.userid);
  if (own) return { id: own.id, size };
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const readable = await listRows(view, sql`f.stored_id = any(${ids}::int[]) order by f.id limit 100`);
  const found = readable.find(({ permission }) => permission >= 0)?.stored_id;
  return found ? { id: found, size } : undefined;
}

/** Locks content until the transaction ends, so that it is not collected. Undefined if it is already gone. */
export async function lockContent(db: Writer, id: number): Promise<{ token: string; size: number } | undefined> {
  return db.selectFrom('stored_files').select(['token', 'size']).where('id', '=', id).forKeyShare().executeTakeFirst();
}

/** Deletes a row without a trace. Its content stays where other files use it. */
export async function deleteRow(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute();
}

import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { View } from '#platform/work';
import { type DriveRow, listRows } from './drive.access.ts';

/** A folder and what the caller may read in it, those above first. */
export const listTree = (view: View, id: number, limit: number): Promise<DriveRow[]> =>
  listRows(
    view,
    sql`(f.id = ${id} or f.pids @> array[${id}]::int[]) order by coalesce(array_length(f.pids, 1), 0), f.id limit ${limit}`,
  );

/** The extension of a file's newest content, after the file was renamed. */
export async function setNewestExt(db: Writer, id: number, ext: string): Promise<void> {
  await sql`update file_contents set ext = ${ext}
    where id = (select max(id) from file_contents where fid = ${id})`.execute(db);
}

/** Deletes a row without a trace. Its content stays where other files use it. */
export async function deleteRow(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute();
}

import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '#platform/db/pool';
import type { Uploads } from '#platform/db/types';
import type { Work } from '#platform/work';

export type UploadRow = Selectable<Uploads>;

export const insertUpload = (db: Db, values: Insertable<Uploads>): Promise<UploadRow> =>
  db.insertInto('uploads').values(values).returningAll().executeTakeFirstOrThrow();

export const findUpload = (db: Db, id: string, userid: number): Promise<UploadRow | undefined> =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).where('userid', '=', userid).executeTakeFirst();

const UPLOADS_LOCK = 8_110_141;
/** Serializes the start of uploads until the transaction ends, so that each counts the earlier ones. */
export const lockUploads = (tx: Work['tx']) => sql`select pg_advisory_xact_lock(${UPLOADS_LOCK})`.execute(tx);

/** Unfinished uploads: the number of this person's, and the announced bytes, theirs and everyone's. */
export async function sumOpen(db: Db, userid: number): Promise<{ count: number; own: number; total: number }> {
  const { rows } = await sql<{ count: number; own: string; total: string }>`
    select count(*) filter (where userid = ${userid})::int as count, coalesce(sum(size), 0) as total,
      coalesce(sum(size) filter (where userid = ${userid}), 0) as own from uploads
      where msg_id = 0 and file_id = 0`.execute(db);
  return { count: rows[0]?.count ?? 0, own: Number(rows[0]?.own ?? 0), total: Number(rows[0]?.total ?? 0) };
}

/** Records a received chunk; a repeated one changes nothing. */
export const recordChunk = (db: Db, id: string, index: number): Promise<UploadRow | undefined> =>
  db
    .updateTable('uploads')
    .set({ chunks: sql`greatest(chunks, ${index + 1}::int)`, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const deleteUpload = (db: Db, id: string, userid: number): Promise<UploadRow | undefined> =>
  db.deleteFrom('uploads').where('id', '=', id).where('userid', '=', userid).returningAll().executeTakeFirst();

export async function deleteStale(db: Db, before: Date): Promise<string[]> {
  const rows = await db.deleteFrom('uploads').where('updated_at', '<', before).returning('id').execute();
  return rows.map((row) => row.id);
}

/**
 * Lets merges of one upload run one at a time. Returns the file that it became; 0 if there is none yet, undefined if it
 * is gone.
 */
export async function lockPlacing(tx: Work['tx'], id: string): Promise<number | undefined> {
  const row = await tx.selectFrom('uploads').select('file_id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.file_id;
}

export const setUploadedFile = (tx: Work['tx'], id: string, fileId: number) =>
  tx.updateTable('uploads').set({ file_id: fileId }).where('id', '=', id).execute();

/** Lets merges of one upload run one at a time. Returns the message that it became; 0 if there is none yet. */
export async function lockMerge(tx: Work['tx'], id: string): Promise<number | undefined> {
  const row = await tx.selectFrom('uploads').select('msg_id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.msg_id;
}

export const setMerged = (tx: Work['tx'], id: string, msgId: number) =>
  tx.updateTable('uploads').set({ msg_id: msgId }).where('id', '=', id).execute();

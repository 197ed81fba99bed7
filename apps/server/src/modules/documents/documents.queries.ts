import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { DocumentComments, Documents } from '#platform/db/types';

export type DocumentRow = Selectable<Documents>;

export function findDocument(db: Reader, fileId: number): Promise<DocumentRow | undefined> {
  return db.selectFrom('documents').selectAll().where('file_id', '=', fileId).executeTakeFirst();
}

/** True if the file exists and is not in the bin. Permissions are not checked. */
export async function isExistingFile(db: Reader, fileId: number): Promise<boolean> {
  const query = db.selectFrom('files').select('id').where('id', '=', fileId).where('deleted_at', 'is', null);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Locks the document: no change of it gets a number until the transaction ends. */
export function lockDocument(db: Writer, fileId: number): Promise<DocumentRow | undefined> {
  return db.selectFrom('documents').selectAll().where('file_id', '=', fileId).forUpdate().executeTakeFirst();
}

export async function insertDocumentOnce(db: Writer, row: Insertable<Documents>): Promise<void> {
  await db
    .insertInto('documents')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Replaces the state, whose clients must not merge what they have of the old one. */
export async function replaceDocumentState(db: Writer, { file_id, ...row }: Insertable<Documents>): Promise<void> {
  await db.deleteFrom('document_updates').where('file_id', '=', file_id).execute();
  await db.updateTable('documents').set(row).where('file_id', '=', file_id).execute();
}

export interface Change {
  file_id: number;
  generation: string;
  update: Buffer;
  userid: number;
}

/**
 * Stores a change under the next number; undefined if the document was begun afresh or would become too large. The row's
 * lock makes changes visible in the order of their numbers.
 */
export async function insertUpdate(db: Writer, change: Change, maxBytes: number): Promise<number | undefined> {
  const { file_id, generation, update, userid } = change;
  const { rows } = await sql<{ seq: number }>`
    with d as (
      update documents set seq = seq + 1, bytes = bytes + ${update.length}, changed_at = now()
      where file_id = ${file_id} and generation = ${generation} and bytes + ${update.length} <= ${maxBytes}
      returning seq)
    insert into document_updates (file_id, seq, update, userid)
    select ${file_id}, d.seq, ${update}, ${userid} from d returning seq`.execute(db);
  return rows[0]?.seq;
}

export function listUpdates(db: Reader, fileId: number, after: number) {
  return db
    .selectFrom('document_updates')
    .select(['seq', 'update', 'userid'])
    .where('file_id', '=', fileId)
    .where('seq', '>', after)
    .orderBy('seq')
    .execute();
}

export async function setVersion(db: Writer, fileId: number, versionId: number): Promise<void> {
  await db.updateTable('documents').set({ version_id: versionId }).where('file_id', '=', fileId).execute();
}

/**
 * Changes stay stored for this long after the state has included them, for connections that are about to send them on.
 */
const KEPT = sql`interval '2 minutes'`;

export async function putState(
  db: Writer,
  fileId: number,
  { state, seq, versionId }: { state: Buffer; seq: number; versionId: number },
): Promise<void> {
  await sql`delete from document_updates where file_id = ${fileId} and seq <= ${seq} and created_at < now() - ${KEPT}`.execute(
    db,
  );
  await sql`update documents set state = ${state}, state_seq = ${seq}, version_id = ${versionId},
      bytes = ${state.length} + coalesce((select sum(length(update)) from document_updates
        where file_id = ${fileId} and seq > ${seq}), 0)
    where file_id = ${fileId}`.execute(db);
}

/** Lists documents whose file is older than their state, because the node that had them open is gone. */
export async function listDue(db: Reader, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('documents')
    .select('file_id')
    .whereRef('seq', '>', 'state_seq')
    .where('changed_at', '<', before)
    .limit(200)
    .execute();
  return rows.map((row) => row.file_id);
}

/** Thins out automatic versions: keeps all from the last two minutes, then one per ten minutes. */
export async function thinVersions(db: Writer, fileId: number): Promise<void> {
  await sql`delete from file_contents c where c.fid = ${fileId} and c.is_live and c.created_at < now() - ${KEPT}
    and exists (select from file_contents later where later.fid = c.fid and later.is_live and later.id > c.id
      and later.authors = c.authors
      and date_bin('10 minutes', later.created_at, 'epoch') = date_bin('10 minutes', c.created_at, 'epoch'))`.execute(
    db,
  );
}

export type CommentRow = Selectable<DocumentComments>;

export function listComments(db: Reader, fileId: number): Promise<CommentRow[]> {
  return db.selectFrom('document_comments').selectAll().where('file_id', '=', fileId).orderBy('id').execute();
}
export function findComment(db: Reader, id: number): Promise<CommentRow | undefined> {
  return db.selectFrom('document_comments').selectAll().where('id', '=', id).executeTakeFirst();
}
export async function countComments(db: Reader, fileId: number): Promise<number> {
  const { n } = await db
    .selectFrom('document_comments')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow();
  return Number(n);
}
export function insertComment(db: Writer, row: Insertable<DocumentComments>): Promise<CommentRow> {
  return db.insertInto('document_comments').values(row).returningAll().executeTakeFirstOrThrow();
}
export function setResolved(
  db: Writer,
  id: number,
  resolved_at: Date | null,
  resolved_by: number,
): Promise<CommentRow> {
  return db
    .updateTable('document_comments')
    .set({ resolved_at, resolved_by })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
export async function deleteComment(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('document_comments').where('id', '=', id).execute();
}

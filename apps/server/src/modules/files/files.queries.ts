import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { MessageFiles, StoredFiles } from '#platform/db/types';
import { isUsedNowhereElse } from './unusedFiles.access.ts';

type Tx = Reader;
export type FileRow = Selectable<StoredFiles>;

export type FileWithUses = FileRow & { dialogs: number[]; tasks: number[]; drive: number[] };

export const insertFile = (tx: Writer, values: Insertable<StoredFiles>): Promise<FileRow> =>
  tx.insertInto('stored_files').values(values).returningAll().executeTakeFirstOrThrow();

export const setStored = (tx: Writer, id: number, stored: { size: number; hash: string; thumb_size: number }) =>
  tx.updateTable('stored_files').set(stored).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const holdFile = (db: Writer, id: number, until: Date) =>
  db.updateTable('stored_files').set({ held_until: until }).where('id', '=', id).execute();

/** Returns whether the file is still there. */
export async function setThumb(tx: Writer, id: number, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stored_files')
    .set({ thumb_size: bytes })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A file with the dialogs and tasks that show it, and its place in the file area. */
export async function findShown(tx: Tx, token: string): Promise<FileWithUses | undefined> {
  const { rows } = await sql<FileWithUses>`
    select f.*, array(select distinct dialog_id from message_files where file_id = f.id) as dialogs,
      array(select task_id from task_files where file_id = f.id) as tasks,
      array(select distinct fid from file_contents where stored_id = f.id) as drive
    from stored_files f where f.token = ${token}`.execute(tx);
  return rows[0];
}

export const findInMessage = (tx: Tx, msgId: number): Promise<FileRow | undefined> =>
  tx
    .selectFrom('stored_files as f')
    .innerJoin('message_files as m', 'm.file_id', 'f.id')
    .selectAll('f')
    .where('m.msg_id', '=', msgId)
    .executeTakeFirst();

/** Links the files of the first message to the second too. */
export const copyLinks = (tx: Writer, from: number, to: number, dialogId: number) =>
  sql`insert into message_files (msg_id, file_id, dialog_id)
    select ${to}, file_id, ${dialogId} from message_files where msg_id = ${from}`.execute(tx);

/**
 * Files that no message, task, sticker, person, approval or file area uses, locked until the transaction ends:
 * meanwhile nothing can start to use them. With `before`, files that wait for a form which is not sent yet are left
 * out. What began to use a file before it was locked may be newer than what the first statement sees, so that a second
 * one asks again.
 */
export async function lockOrphans(
  tx: Tx,
  which: { before: Date; now: Date } | { ids: readonly number[] },
  limit: number,
) {
  const some =
    'ids' in which
      ? sql`f.id = any(${which.ids})`
      : sql`f.created_at < ${which.before} and (f.held_until is null or f.held_until < ${which.now})`;
  const isUnused = sql`${isUsedNowhereElse} and not exists (select 1 from file_contents c where c.stored_id = f.id)`;
  const { rows: locked } = await sql<{ id: number }>`
    select f.id from stored_files f where ${some} and ${isUnused}
    order by f.id limit ${limit} for update skip locked`.execute(tx);
  const { rows } = await sql<FileRow>`
    select f.* from stored_files f where f.id = any(${locked.map(({ id }) => id)}) and ${isUnused}
    order by f.id`.execute(tx);
  return rows;
}

export const deleteFiles = (tx: Writer, ids: readonly number[]) =>
  tx
    .deleteFrom('stored_files')
    .where('id', 'in', [...ids])
    .execute();

/** Files that are completely stored. */
const stored = (tx: Tx) => tx.selectFrom('stored_files').where('hash', '<>', '');

export async function countStored(tx: Tx): Promise<number> {
  const { n } = await stored(tx)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const listStored = (tx: Tx, after: number, limit: number) =>
  stored(tx).select(['id', 'token', 'hash', 'thumb_size']).where('id', '>', after).orderBy('id').limit(limit).execute();

export async function listExistingFiles(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('stored_files')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The section of the settings with the secret that signs addresses of files. */
export const FILE_SECRET = 'file_secret';

export function insertMessageFile(db: Writer, row: Insertable<MessageFiles>) {
  return db.insertInto('message_files').values(row).execute();
}

export function deleteMessageFiles(db: Writer, msgId: number) {
  return db.deleteFrom('message_files').where('msg_id', '=', msgId).returning('file_id').execute();
}

export async function insertSecretOnce(db: Writer, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: FILE_SECRET, value })
    .onConflict((on) => on.doNothing())
    .execute();
}

export function getSecret(db: Reader) {
  return db.selectFrom('settings').select('value').where('name', '=', FILE_SECRET).executeTakeFirstOrThrow();
}

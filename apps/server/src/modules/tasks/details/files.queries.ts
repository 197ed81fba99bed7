import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { StoredFiles, TaskFiles } from '#platform/db/types';

export type TaskFileRow = Selectable<StoredFiles> & { at: Date; by: number; kept: number; task_id: number };

const KEPT = sql`select f.*, tf.id as kept, tf.task_id, tf.userid as by, tf.created_at as at
  from task_files tf join stored_files f on f.id = tf.file_id`;

/** The number of a task's newest files that are listed; more are stored and counted. */
const SHOWN = 50;

export async function listTaskFileRows(db: Reader, taskId: number) {
  const { rows } = await sql<TaskFileRow>`
    ${KEPT} where tf.task_id = ${taskId} order by tf.id desc limit ${SHOWN}`.execute(db);
  return rows;
}

export async function findTaskFileRow(db: Reader, id: number) {
  const { rows } = await sql<TaskFileRow>`${KEPT} where tf.id = ${id}`.execute(db);
  return rows[0];
}

export async function listNewlyDescribed(db: Writer, tokens: (string | undefined)[], userid: number) {
  const { rows } = await sql<{ id: number }>`
    select f.id from stored_files f
    where f.token = any(${tokens}) and f.userid = ${userid}
      and not exists (select 1 from message_files mf where mf.file_id = f.id)
      and not exists (select 1 from task_files tf where tf.file_id = f.id)
      and not exists (select 1 from stickers s where s.file_id = f.id)
    order by f.id for update`.execute(db);
  return rows;
}

export async function insertTaskFiles(
  db: Writer,
  rows: { task_id: number; file_id: number; userid: number }[],
): Promise<void> {
  await db.insertInto('task_files').values(rows).execute();
}

export function findTaskIdOfDialog(db: Reader, dialogId: number) {
  return db.selectFrom('tasks').select('id').where('dialog_id', '=', dialogId).executeTakeFirst();
}

export async function insertTaskFile(db: Writer, row: Insertable<TaskFiles>): Promise<void> {
  await db
    .insertInto('task_files')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute();
}

export function lockTask(db: Reader, taskId: number) {
  return db
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', taskId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export function insertImportedTaskFile(db: Writer, row: Insertable<TaskFiles>) {
  return db
    .insertInto('task_files')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
}

export function findTaskFile(db: Reader, fileId: number) {
  return db.selectFrom('task_files').selectAll().where('id', '=', fileId).executeTakeFirst();
}

export async function deleteTaskFileRow(db: Writer, fileId: number): Promise<void> {
  await db.deleteFrom('task_files').where('id', '=', fileId).execute();
}

export function findStoredFile(db: Reader, fileId: number) {
  return db.selectFrom('stored_files').selectAll().where('id', '=', fileId).executeTakeFirst();
}

export async function countTaskFiles(db: Writer, now: Date, taskId: number) {
  const { rows } = await sql<{ file_num: number }>`
    update tasks set updated_at = ${now},
      file_num = (select count(*)::int from task_files where task_id = ${taskId})
    where id = ${taskId} returning file_num`.execute(db);
  return rows[0];
}

export async function copyTaskFileRows(db: Writer, to: number, from: number): Promise<void> {
  await sql`
    insert into task_files (task_id, file_id, userid, created_at)
    select ${to}::int, file_id, userid, created_at from task_files where task_id = ${from} order by id`.execute(db);
}

export async function setTaskFileCount(db: Writer, to: number): Promise<void> {
  await sql`
    update tasks set file_num = (select count(*)::int from task_files where task_id = ${to})
    where id = ${to}`.execute(db);
}

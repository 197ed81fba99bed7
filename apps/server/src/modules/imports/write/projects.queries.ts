import type { Insertable, Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { ProjectColumns, TaskContents, Tasks } from '#platform/db/types';

export function findImportedProject(db: Reader, key: string) {
  return db.selectFrom('projects').selectAll().where('import_key', '=', key).executeTakeFirst();
}

/** Deletes the marks by which an import recognizes a deleted project and its records. */
export async function forgetImportedProject(db: Writer, id: number): Promise<void> {
  const dialogIds = db.selectFrom('tasks').select('dialog_id').where('project_id', '=', id).where('dialog_id', '>', 0);
  const taskIds = db.selectFrom('tasks').select('id').where('project_id', '=', id);
  const none = { import_key: null };
  await db.updateTable('messages').set(none).where('dialog_id', 'in', dialogIds).execute();
  await db.updateTable('task_files').set(none).where('task_id', 'in', taskIds).execute();
  await db.updateTable('tasks').set(none).where('project_id', '=', id).execute();
  await db.updateTable('project_columns').set(none).where('project_id', '=', id).execute();
  await db.updateTable('projects').set(none).where('id', '=', id).execute();
}

export function listColumnIds(db: Reader, projectId: number) {
  return db.selectFrom('project_columns').select('id').where('project_id', '=', projectId).orderBy('sort').execute();
}

export async function setImportedColumn(db: Writer, fields: Updateable<ProjectColumns>, id: number): Promise<void> {
  await db.updateTable('project_columns').set(fields).where('id', '=', id).execute();
}

export function setProjectImportKey(db: Writer, key: string, projectId: number) {
  return db
    .updateTable('projects')
    .set({ import_key: key })
    .where('id', '=', projectId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertImportedTags(
  db: Writer,
  tags: { project_id: number; name: string; color: string; userid: number; sort: number }[],
): Promise<void> {
  await db
    .insertInto('project_tags')
    .values(tags)
    .onConflict((on) => on.doNothing())
    .execute();
}

export function findImportedColumn(db: Reader, key: string) {
  return db.selectFrom('project_columns').select('id').where('import_key', '=', key).executeTakeFirst();
}

export function insertImportedColumn(db: Writer, row: Insertable<ProjectColumns>) {
  return db.insertInto('project_columns').values(row).returning('id').executeTakeFirstOrThrow();
}

export function findImportedTask(db: Reader, key: string) {
  return db.selectFrom('tasks').selectAll().where('import_key', '=', key).executeTakeFirst();
}

export function insertImportedTask(db: Writer, row: Insertable<Tasks>) {
  return db.insertInto('tasks').values(row).returningAll().executeTakeFirstOrThrow();
}

export function findHighestSort(db: Reader, columnId: number) {
  return db
    .selectFrom('tasks')
    .select((eb) => eb.fn.max('sort').as('high'))
    .where('column_id', '=', columnId)
    .executeTakeFirst();
}

export async function insertImportedOwners(
  db: Writer,
  owners: { project_id: number; task_id: number; task_pid: number; userid: number; owner: number }[],
): Promise<void> {
  await db.insertInto('task_users').values(owners).execute();
}

export function insertImportedSubtask(db: Writer, row: Insertable<Tasks>) {
  return db.insertInto('tasks').values(row).returning('id').executeTakeFirstOrThrow();
}

export async function insertImportedContent(db: Writer, row: Insertable<TaskContents>): Promise<void> {
  await db.insertInto('task_contents').values(row).execute();
}

export async function setTaskDesc(db: Writer, desc: string, taskId: number): Promise<void> {
  await db.updateTable('tasks').set({ desc }).where('id', '=', taskId).execute();
}

export function listTaskPeople(db: Reader, taskId: number) {
  return db.selectFrom('task_users').select('userid').distinct().where('task_pid', '=', taskId).execute();
}

export async function setTaskDialog(db: Writer, dialogId: number, taskId: number): Promise<void> {
  await db.updateTable('tasks').set({ dialog_id: dialogId }).where('id', '=', taskId).execute();
}

import type { Insertable, Updateable } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { ProjectColumns } from '#platform/db/types';

export function insertColumnRow(db: Writer, row: Insertable<ProjectColumns>) {
  return db.insertInto('project_columns').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateColumnRow(db: Writer, fields: Updateable<ProjectColumns>, columnId: number) {
  return (
    db
      .updateTable('project_columns')
      .set(fields)
      .where('id', '=', columnId)
      // A column that another caller has deleted meanwhile is left out, so that nobody gets a second event about it.
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  );
}

export async function deleteColumnRow(db: Writer, now: Date, columnId: number): Promise<void> {
  await db.updateTable('project_columns').set({ deleted_at: now }).where('id', '=', columnId).execute();
}

export function deleteTasksOfColumn(db: Writer, now: Date, userid: number, columnId: number) {
  return db
    .updateTable('tasks')
    .set({ deleted_at: now, deleted_userid: userid, updated_at: now })
    .where('column_id', '=', columnId)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .returning('dialog_id')
    .execute();
}

export function restoreColumnRow(db: Writer, now: Date, columnId: number) {
  return db
    .updateTable('project_columns')
    .set({ deleted_at: null, updated_at: now })
    .where('id', '=', columnId)
    .where('deleted_at', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

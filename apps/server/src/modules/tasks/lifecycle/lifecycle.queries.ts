import type { Insertable, Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { TaskFlowChanges, Tasks } from '#platform/db/types';

export function insertTaskRow(db: Writer, row: Insertable<Tasks>) {
  return db.insertInto('tasks').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function insertStep(db: Writer, row: Insertable<TaskFlowChanges>): Promise<void> {
  await db.insertInto('task_flow_changes').values(row).execute();
}

export async function updateTaskRow(db: Writer, fields: Updateable<Tasks>, id: number): Promise<void> {
  await db.updateTable('tasks').set(fields).where('id', '=', id).execute();
}

export function findLogRecord(db: Reader, id: number, parentId: number, beforeId: number) {
  return db
    .selectFrom('project_logs')
    .select('record')
    .where('id', '=', id)
    .where('task_id', '=', parentId || beforeId)
    .executeTakeFirst();
}

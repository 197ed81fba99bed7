import type { Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Tasks } from '#platform/db/types';

export async function setProjectCreatedAt(db: Writer, begin: Date, projectId: number): Promise<void> {
  await db.updateTable('projects').set({ created_at: begin }).where('id', '=', projectId).execute();
}

export function listColumnNames(db: Reader, projectId: number) {
  return db.selectFrom('project_columns').select(['id', 'name']).where('project_id', '=', projectId).execute();
}

export async function setTaskTimes(
  db: Writer,
  fields: Updateable<Tasks>,
  status: { flow_item_id: number; flow_item_name: string } | { flow_item_id?: undefined; flow_item_name?: undefined },
  id: number,
): Promise<void> {
  await db.updateTable('tasks').set(fields).set(status).where('id', '=', id).execute();
}

export async function setSubtaskTimes(db: Writer, fields: Updateable<Tasks>, id: number): Promise<void> {
  await db.updateTable('tasks').set(fields).where('parent_id', '=', id).execute();
}

export async function setContentCreatedAt(db: Writer, createdAt: Date, id: number): Promise<void> {
  await db.updateTable('task_contents').set({ created_at: createdAt }).where('task_id', '=', id).execute();
}

export async function completeSubtasks(
  db: Writer,
  fields: Updateable<Tasks>,
  id: number,
  finished: string[],
): Promise<void> {
  await db.updateTable('tasks').set(fields).where('parent_id', '=', id).where('name', 'in', finished).execute();
}

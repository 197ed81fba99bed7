import type { Updateable } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { Tasks } from '#platform/db/types';

export async function makeMainTask(db: Writer, fields: Updateable<Tasks>, taskId: number): Promise<void> {
  await db.updateTable('tasks').set(fields).where('id', '=', taskId).execute();
}

export async function makePartsMain(db: Writer, taskId: number): Promise<void> {
  await db.updateTable('task_users').set({ task_pid: taskId }).where('task_id', '=', taskId).execute();
}

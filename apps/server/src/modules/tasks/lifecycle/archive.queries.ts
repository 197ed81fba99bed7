import type { Updateable } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { Tasks } from '#platform/db/types';

export function archiveTaskTree(db: Writer, fields: Updateable<Tasks>, taskId: number) {
  return db
    .updateTable('tasks')
    .set(fields)
    .where((eb) => eb.or([eb('id', '=', taskId), eb('parent_id', '=', taskId)]))
    .returningAll()
    .execute();
}

export function deleteTaskTree(
  db: Writer,
  fields: Updateable<Tasks>,
  taskId: number,
  isDeleting: boolean,
  deletedAt: Date | null,
) {
  return db
    .updateTable('tasks')
    .set(fields)
    .where((eb) => eb.or([eb('id', '=', taskId), eb('parent_id', '=', taskId)]))
    .where((eb) => (isDeleting ? eb('deleted_at', 'is', null) : eb('deleted_at', '=', deletedAt)))
    .returningAll()
    .execute();
}

export async function setTaskDialog(db: Writer, dialogId: number, now: Date, taskId: number): Promise<void> {
  await db.updateTable('tasks').set({ dialog_id: dialogId, updated_at: now }).where('id', '=', taskId).execute();
}

import type { Insertable } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { Projects } from '#platform/db/types';

export function insertProject(db: Writer, row: Insertable<Projects>) {
  return db.insertInto('projects').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function insertFirstMembers(
  db: Writer,
  members: { project_id: number; userid: number; owner: number }[],
): Promise<void> {
  await db.insertInto('project_users').values(members).execute();
}

export async function insertFirstColumns(
  db: Writer,
  names: { project_id: number; name: string; sort: number }[],
): Promise<void> {
  await db.insertInto('project_columns').values(names).execute();
}

export function setProjectDialog(db: Writer, dialogId: number, id: number) {
  return db
    .updateTable('projects')
    .set({ dialog_id: dialogId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

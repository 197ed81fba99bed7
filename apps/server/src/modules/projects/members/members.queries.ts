import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

export function insertProjectMembers(db: Writer, userids: { project_id: number; userid: number }[]) {
  return db
    .insertInto('project_users')
    .values(userids)
    .onConflict((on) => on.columns(['project_id', 'userid']).doNothing())
    .returning('userid')
    .execute();
}

export async function deleteProjectMembers(db: Writer, projectId: number, userids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('project_users')
    .where('project_id', '=', projectId)
    .where('userid', 'in', [...userids])
    .execute();
}

export function deleteTaskParts(db: Writer, projectId: number, userids: readonly number[]) {
  return db
    .deleteFrom('task_users')
    .where('project_id', '=', projectId)
    .where('userid', 'in', [...userids])
    .returning(['task_id', 'owner'])
    .execute();
}

export async function removeFromVisibleTo(db: Writer, userids: readonly number[], projectId: number): Promise<void> {
  await sql`update tasks set visible_to = array(select unnest(visible_to) except select unnest(${userids}::int[])), updated_at = now()
    where project_id = ${projectId} and visible_to && ${userids}::int[]`.execute(db);
}

export function listTaskDialogIds(db: Reader, projectId: number) {
  return db
    .selectFrom('tasks')
    .select('dialog_id')
    .where('project_id', '=', projectId)
    .where('dialog_id', '>', 0)
    .execute();
}

export function lockProjectForShare(db: Reader, projectId: number) {
  return db.selectFrom('projects').select('id').where('id', '=', projectId).forShare().execute();
}

import type { Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { Tasks } from '#platform/db/types';

type Status = Pick<Selectable<Tasks>, 'flow_item_id' | 'flow_item_name'>;

export async function moveSubtasksToColumn(db: Writer, columnId: number, now: Date, id: number): Promise<void> {
  await sql`update tasks set column_id = ${columnId}, updated_at = ${now}
    where parent_id = ${id} and parent_id > 0`.execute(db);
}

export async function updateMovedTask(db: Writer, fields: Updateable<Tasks>, id: number): Promise<void> {
  await db.updateTable('tasks').set(fields).where('id', '=', id).execute();
}

/** Moves subtasks with their main task; `open` and `done` are the statuses for subtasks of each kind. */
export async function moveSubtasksToProject(
  db: Writer,
  id: number,
  projectId: number,
  { open, done, people }: { open: Status | undefined; done: Status | undefined; people: number[] },
): Promise<void> {
  await sql`
    update tasks set project_id = ${projectId},
      flow_item_id = case when complete_at is null then ${open?.flow_item_id ?? 0}::int else ${done?.flow_item_id ?? 0}::int end,
      flow_item_name = case when complete_at is null then ${open?.flow_item_name ?? ''} else ${done?.flow_item_name ?? ''} end,
      visible_to = array(select u from unnest(visible_to) u where u = any(${people}::int[]))
    where parent_id = ${id} and parent_id > 0`.execute(db);
}

export async function deletePartsOfOthers(db: Writer, id: number, people: number[]): Promise<void> {
  await sql`delete from task_users where task_pid = ${id} and userid <> all(${people}::int[])`.execute(db);
}

export async function movePartsToProject(db: Writer, projectId: number, id: number): Promise<void> {
  await sql`update task_users set project_id = ${projectId} where task_pid = ${id}`.execute(db);
}

export async function moveContentsToProject(db: Writer, projectId: number, id: number): Promise<void> {
  await sql`update task_contents set project_id = ${projectId} where task_id = ${id}`.execute(db);
}

export async function moveLogsToProject(db: Writer, projectId: number, id: number): Promise<void> {
  await sql`update project_logs set project_id = ${projectId}, column_id = 0 where task_id = ${id}`.execute(db);
}

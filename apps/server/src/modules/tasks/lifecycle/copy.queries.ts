import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';

export async function setTaskCompleted(db: Writer, now: Date, id: number): Promise<void> {
  await db.updateTable('tasks').set({ complete_at: now }).where('id', '=', id).execute();
}

export function setTaskStatus(db: Writer, status: { flow_item_id: number; flow_item_name: string }, id: number) {
  return db.updateTable('tasks').set(status).where('id', '=', id).execute();
}

export async function insertSubtaskCopies(
  db: Writer,
  sourceId: number,
  id: number,
  projectId: number,
  columnId: number,
  laterBySeconds: number,
  userid: number,
  visibility: number,
  visibleTo: number[],
  flowItemId: number,
  flowItemName: string,
) {
  const { rows } = await sql<{ id: number }>`
    with src as (
      select s.*, nextval(pg_get_serial_sequence('tasks', 'id'))::int as new_id from tasks s
      where s.parent_id = ${sourceId} and s.parent_id > 0 and s.deleted_at is null
    ), made as (
      insert into tasks (id, parent_id, project_id, column_id, name, "desc", start_at, end_at, userid, sort, visibility,
        visible_to, flow_item_id, flow_item_name)
      overriding system value
      select new_id, ${id}::int, ${projectId}::int, ${columnId}::int, name, "desc",
        start_at + make_interval(secs => ${laterBySeconds}), end_at + make_interval(secs => ${laterBySeconds}),
        ${userid}::int, sort, ${visibility}::int, ${visibleTo}::int[], ${flowItemId}::int,
        ${flowItemName}::text from src order by src.id
      returning id
    ), people as (
      insert into task_users (project_id, task_id, task_pid, userid, owner)
      select ${projectId}::int, src.new_id, ${id}::int, tu.userid, tu.owner
      from src join task_users tu on tu.task_id = src.id
      join project_users pu on pu.project_id = ${projectId} and pu.userid = tu.userid
    )
    select id from made order by id`.execute(db);
  return rows;
}

export async function copyLatestContent(
  db: Writer,
  id: number,
  projectId: number,
  userid: number,
  sourceId: number,
): Promise<void> {
  await sql`
    insert into task_contents (task_id, project_id, userid, "desc", content)
    select ${id}, ${projectId}, ${userid}, "desc", content
    from task_contents where task_id = ${sourceId} order by id desc limit 1`.execute(db);
}

export async function setTaskDesc(db: Writer, desc: string, id: number): Promise<void> {
  await db.updateTable('tasks').set({ desc: desc }).where('id', '=', id).execute();
}

import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';

export async function setTaskCompleted(db: Writer, now: Date, id: number): Promise<void> {
  await db.updateTable('tasks').set({ complete_at: now }).where('id', '=', id).execute();
}

export function setTaskStatus(db: Writer, status: { flow_item_id: number; flow_item_name: string }, id: number) {
  return db.updateTable('tasks').set(status).where('id', '=', id).execute();
}

/** @param times  of the copies, by the ids of the originals; the others keep theirs */
export async function insertSubtaskCopies(
  db: Writer,
  sourceId: number,
  id: number,
  projectId: number,
  columnId: number,
  times: readonly { id: number; start_at: Date | null; end_at: Date | null }[],
  userid: number,
  visibility: number,
  visibleTo: number[],
  flowItemId: number,
  flowItemName: string,
) {
  const { rows } = await sql<{ id: number }>`
    with src as (
      select s.*, nextval(pg_get_serial_sequence('tasks', 'id'))::int as new_id from (
        select t.*, m.id is not null as is_moved, m.start_at as new_start, m.end_at as new_end
        from tasks t
        left join json_to_recordset(${JSON.stringify(times)}::json)
          as m(id int, start_at timestamptz, end_at timestamptz) on m.id = t.id
        where t.parent_id = ${sourceId} and t.parent_id > 0 and t.deleted_at is null order by t.id) s
    ), made as (
      insert into tasks (id, parent_id, project_id, column_id, name, "desc", start_at, end_at, userid, sort, visibility,
        visible_to, flow_item_id, flow_item_name)
      overriding system value
      select new_id, ${id}::int, ${projectId}::int, ${columnId}::int, name, "desc",
        case when is_moved then new_start else start_at end, case when is_moved then new_end else end_at end,
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

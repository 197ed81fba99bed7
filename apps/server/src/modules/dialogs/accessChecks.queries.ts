import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';
import { seesTask, seesTaskAsHead } from './visibleTasks.access.ts';

export async function listDialogsOpenTo(db: Reader, userid: number) {
  const { rows } = await sql<{ id: number; last_seq: number }>`
    select d.id, d.last_seq from (
      select dialog_id as id from dialog_members where userid = ${userid}
      union
      select d.id from project_users pu join dialogs d on d.group_type = 'project' and d.link_id = pu.project_id
        where pu.userid = ${userid}
      union
      select t.dialog_id from tasks t join project_users pu on pu.project_id = t.project_id and pu.userid = ${userid}
        where t.dialog_id > 0 and ${seesTask(userid)}
    ) mine join dialogs d on d.id = mine.id
    where d.deleted_at is null`.execute(db);
  return rows;
}

export async function isAnyDialogOpen(db: Reader, ids: readonly number[], userid: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from dialogs d where d.id = any(${ids}) and d.deleted_at is null and (
      exists (select 1 from dialog_members dm where dm.dialog_id = d.id and dm.userid = ${userid})
      or d.group_type = 'project'
        and exists (select 1 from project_users pu where pu.project_id = d.link_id and pu.userid = ${userid})
      or d.group_type = 'task' and exists (select 1 from tasks t
        join project_users pu on pu.project_id = t.project_id and pu.userid = ${userid}
        where t.id = d.link_id and ${seesTask(userid)})
    ) limit 1`.execute(db);
  return rows.length > 0;
}

export async function isAnyTaskSeen(db: Reader, userid: number, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tasks t join projects p on p.id = t.project_id and p.deleted_at is null
    left join project_users pu on pu.project_id = t.project_id and pu.userid = ${userid}
    where t.id = any(${ids}) and t.deleted_at is null
      and (${userid} = t.userid or ${userid} = any(t.guests) or (pu.userid is not null and ${seesTask(userid)})
        or ${seesTaskAsHead(userid)})
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function listReadableMessages(db: Reader, userid: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select m.id from messages m join dialog_members dm on dm.dialog_id = m.dialog_id and dm.userid = ${userid}
    where m.id = any(${ids}::int[]) and m.deleted_at is null`.execute(db);
  return rows;
}

export function listMessagesAlive(db: Reader, ids: readonly number[]) {
  return db
    .selectFrom('messages')
    .select('id')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
}

export async function isInProject(db: Reader, projectId: number, userid: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from project_users where project_id = ${projectId} and userid = ${userid}`.execute(db);
  return rows.length > 0;
}

export async function isTaskSeenBy(db: Reader, userid: number, taskId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tasks t join project_users pu on pu.project_id = t.project_id and pu.userid = ${userid}
    where t.id = ${taskId} and ${seesTask(userid)}`.execute(db);
  return rows.length > 0;
}

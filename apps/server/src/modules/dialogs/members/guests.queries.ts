import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import { seesTask } from '../visibleTasks.access.ts';

interface LostTask {
  id: number;
  parent_id: number;
  project_id: number;
  column_id: number;
  dialog_id: number;
  visibility: number;
  users: number[];
}

/** Selects tasks: by their conversations, one by its id, or those that these people created in a project. */
export type NotedTasks =
  | { dialogIds: readonly number[] }
  | { mainId: number }
  | { projectId: number; makers: readonly number[] };

function isNoted(tasks: NotedTasks): RawBuilder<unknown> {
  if ('dialogIds' in tasks) return sql`t.dialog_id = any(${[...tasks.dialogIds]})`;
  if ('mainId' in tasks) return sql`t.id = ${tasks.mainId}`;
  return sql`t.id in (select case when parent_id > 0 then parent_id else id end from tasks
    where project_id = ${tasks.projectId} and userid = any(${[...tasks.makers]}))`;
}

/** Stores the current guests of these tasks and their subtasks. */
export async function setGuests(db: Writer, tasks: NotedTasks): Promise<void> {
  await sql`
    with mains as (
      select t.id, t.dialog_id, t.project_id, t.userid from tasks t where t.parent_id = 0 and ${isNoted(tasks)}
    ), family as (
      select id, id as main_id, userid from mains
      union all
      select s.id, mains.id, s.userid from mains join tasks s on s.parent_id = mains.id and s.parent_id > 0
    ), noted as (
      select family.id, array(
        select m.userid from dialog_members m
        where mains.dialog_id > 0 and m.dialog_id = mains.dialog_id and m.important = 0 and m.bot = 0
        union
        select maker from unnest(array[family.userid, mains.userid]) maker
        where maker > 0
          and not exists (select 1 from project_users pu where pu.project_id = mains.project_id and pu.userid = maker)
        order by 1
      ) as guests
      from family join mains on mains.id = family.main_id
    )
    update tasks t set guests = noted.guests from noted
    where t.id = noted.id and t.guests is distinct from noted.guests`.execute(db);
}

export async function listTasksLostByGuests(db: Reader, userids: number[], dialogIds: number[]) {
  const { rows } = await sql<LostTask>`
    select t.id, t.parent_id, t.project_id, t.column_id, t.dialog_id, t.visibility, array_agg(gone.userid) as users
    from unnest(${userids}::int[], ${dialogIds}::int[]) as gone(userid, dialog_id)
    join tasks main on main.dialog_id = gone.dialog_id
    cross join lateral (
      select main.id union all select s.id from tasks s where s.parent_id = main.id and s.parent_id > 0
    ) family(id)
    join tasks t on t.id = family.id and gone.userid = any(t.guests)
    where gone.userid not in (t.userid, main.userid) and not exists (
      select 1 from project_users pu where pu.project_id = t.project_id and pu.userid = gone.userid
        and ${seesTask(sql`gone.userid`)})
    group by t.id order by t.id`.execute(db);
  return rows;
}

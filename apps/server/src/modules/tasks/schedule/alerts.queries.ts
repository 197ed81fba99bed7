import { sql } from 'kysely';
import { seenByAll } from '#modules/dialogs/visibleTasks.access';
import type { Reader, Writer } from '#platform/db/pool';

export interface DueTask {
  userid: number;
  owner: number;
  id: number;
  parent_id: number;
  name: string;
  end_at: Date;
}

/**
 * Selects the unassigned tasks of a project, without restricted ones, because everyone in the project reads the list.
 */
const unclaimedOf = (project: ReturnType<typeof sql>) => sql`
  select t.id, t.name from tasks t
  where t.project_id = ${project} and t.parent_id = 0 and ${seenByAll}
    and t.complete_at is null and t.archived_at is null and t.deleted_at is null
    and not exists (select from task_users tu where tu.task_id = t.id and tu.owner = 1)
  order by t.id limit ${sql.lit(UNCLAIMED_SHOWN)}`;

export const UNCLAIMED_SHOWN = 10;

export async function listTasksDue(db: Reader, from: Date, to: Date, kind: 'before' | 'after') {
  const { rows } = await sql<DueTask>`
    select tu.userid, tu.owner, t.id, t.parent_id, t.name, t.end_at
    from tasks t
    join projects p on p.id = t.project_id and p.archived_at is null and p.deleted_at is null
    join task_users tu on tu.task_id = t.id
    join users u on u.userid = tu.userid and u.bot = 0 and u.disable_at is null and u.delete_at is null
    where t.end_at > ${from} and t.end_at <= ${to}
      and t.complete_at is null and t.archived_at is null and t.deleted_at is null
      and not exists (
        select from task_alerts a
        where a.task_id = t.id and a.userid = tu.userid and a.kind = ${kind} and a.end_at = t.end_at)
    order by tu.userid, t.end_at, t.id`.execute(db);
  return rows;
}

export async function claimAlerts(db: Writer, userid: number, kind: 'before' | 'after', ids: number[], endAts: Date[]) {
  const { rows } = await sql<{ task_id: number }>`
    insert into task_alerts (task_id, userid, kind, end_at)
    select id, ${userid}, ${kind}, end_at
    from unnest(${ids}::int[], ${endAts}::timestamptz[]) d(id, end_at)
    on conflict (task_id, userid, kind) do update set end_at = excluded.end_at
    where task_alerts.end_at <> excluded.end_at
    returning task_id`.execute(db);
  return rows;
}

export async function listProjectsWithUnclaimed(db: Reader, day: string) {
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p
    where p.archived_at is null and p.deleted_at is null and p.dialog_id > 0
      and p.unclaimed_on is distinct from ${day}::date and exists (select from (${unclaimedOf(sql`p.id`)}) t)`.execute(
    db,
  );
  return rows;
}

export async function claimUnclaimedDay(db: Writer, day: string, projectId: number) {
  const { rows } = await sql<{ dialog_id: number }>`
    update projects set unclaimed_on = ${day}::date
    where id = ${projectId} and unclaimed_on is distinct from ${day}::date and archived_at is null and deleted_at is null
    returning dialog_id`.execute(db);
  return rows[0]?.dialog_id;
}

export async function listUnclaimedTasks(db: Writer, projectId: number) {
  const { rows } = await sql<{ id: number; name: string }>`${unclaimedOf(sql`${projectId}`)}`.execute(db);
  return rows;
}

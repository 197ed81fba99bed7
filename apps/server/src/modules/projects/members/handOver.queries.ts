import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { ProjectRow } from '../projects.queries.ts';

/** Locks the projects. Their owner is read from the locked row, because the member's row is older than the lock. */
export async function lockProjectsOf(db: Writer, leaver: number) {
  const { rows } = await sql<{ id: number; dialog_id: number; owner: number }>`
    select p.id, p.dialog_id, (p.owner_userid = ${leaver})::int as owner
    from projects p join project_users u on u.project_id = p.id and u.userid = ${leaver}
    where p.deleted_at is null order by p.id for no key update of p`.execute(db);
  return rows;
}

/** Locks the projects that a person owns, in the order of ids, without personal ones. */
export async function lockOwnedProjects(db: Writer, leaver: number): Promise<ProjectRow[]> {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('owner_userid', '=', leaver)
    .where('personal', '=', 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * For each project the member who follows its owner: a head of one of the owner's departments first, temporary accounts
 * last, then who has been there longest.
 */
export async function listSuccessors(
  db: Reader,
  leaver: number,
  departments: readonly number[],
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ project_id: number; userid: number }>`
    select distinct on (m.project_id) m.project_id, m.userid
    from project_users m join users u on u.userid = m.userid
    where m.project_id = any(${ids}::int[]) and m.userid <> ${leaver}
      and u.bot = 0 and u.disable_at is null and u.delete_at is null
    order by m.project_id, m.owner desc,
      exists (select 1 from departments d where d.owner_userid = m.userid and d.id = any(${departments}::int[])) desc,
      'temp' = any(u.identity), m.id`.execute(db);
  return new Map(rows.map(({ project_id, userid }) => [project_id, userid]));
}

export function listTaskDialogsOf(db: Reader, leaver: number, projectIds: readonly number[]) {
  return db
    .selectFrom('tasks')
    .leftJoin('dialog_members as mine', (join) =>
      join.onRef('mine.dialog_id', '=', 'tasks.dialog_id').on('mine.userid', '=', leaver),
    )
    .select(['tasks.dialog_id', 'mine.userid as member'])
    .where('project_id', 'in', [...projectIds])
    .where('tasks.dialog_id', '>', 0)
    .execute();
}

export async function insertReceiverPlaces(db: Writer, receiver: number, ids: readonly number[]) {
  const { rows } = await sql<{ project_id: number }>`
    insert into project_users (project_id, userid) select id, ${receiver} from unnest(${ids}::int[]) id
    on conflict (project_id, userid) do nothing returning project_id`.execute(db);
  return rows;
}

export async function makeProjectOwner(db: Writer, receiver: number, owned: readonly number[]): Promise<void> {
  await sql`update project_users set owner = 1 where userid = ${receiver} and project_id = any(${owned})`.execute(db);
}

export async function setProjectsOwner(db: Writer, receiver: number, owned: readonly number[]): Promise<void> {
  await sql`update projects set owner_userid = ${receiver} where id = any(${owned})`.execute(db);
}

export async function copyTaskParts(
  db: Writer,
  receiver: number,
  ids: readonly number[],
  leaver: number,
): Promise<void> {
  await sql`insert into task_users (project_id, task_id, task_pid, userid, owner)
    select project_id, task_id, task_pid, ${receiver}, owner from task_users
    where project_id = any(${ids}) and userid = ${leaver}
    on conflict (task_id, userid) do update set owner = greatest(task_users.owner, excluded.owner)`.execute(db);
}

export async function deletePassedParts(db: Writer, ids: readonly number[], leaver: number) {
  const { rows } = await sql<{ task_id: number; owner: number }>`
    delete from task_users where project_id = any(${ids}) and userid = ${leaver} returning task_id, owner`.execute(db);
  return rows;
}

export async function deletePassedPlaces(db: Writer, ids: readonly number[], leaver: number): Promise<void> {
  await sql`delete from project_users where project_id = any(${ids}) and userid = ${leaver}`.execute(db);
}

export async function removeLeaverFromVisibleTo(db: Writer, leaver: number, ids: readonly number[]): Promise<void> {
  await sql`update tasks set visible_to = array_remove(visible_to, ${leaver}), updated_at = now()
    where project_id = any(${ids}) and ${leaver} = any(visible_to)`.execute(db);
}

export async function insertPassedPartLogs(
  db: Writer,
  userid: number,
  leaver: number,
  receiver: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    insert into project_logs (project_id, column_id, task_id, task_only, userid, detail, record)
    select t.project_id, t.column_id, tu.task_pid, true, ${userid}::int,
      case tu.owner when 1 then 'task.owner' else 'task.assist' end,
      jsonb_build_object('userid', array(
        select case peer.userid when ${leaver}::int then ${receiver}::int else peer.userid end
        from task_users peer where peer.task_id = t.id and peer.owner = tu.owner
          and peer.userid <> ${receiver}::int
          and not (peer.userid = ${leaver}::int and tu.owner = 0 and exists (
            select 1 from task_users own where own.task_id = t.id and own.userid = ${receiver}::int and own.owner = 1))
        order by peer.id))
      || case when t.parent_id = 0 then '{}'::jsonb
        else jsonb_build_object('subtask', jsonb_build_object('id', t.id, 'parent_id', t.parent_id, 'name', t.name)) end
    from task_users tu join tasks t on t.id = tu.task_id
    where tu.userid = ${leaver}::int and tu.project_id = any(${ids}::int[]) and t.deleted_at is null
    order by t.id`.execute(db);
}

export async function renamePersonalProjects(
  db: Writer,
  leaver: number,
  now: Date,
  ids: readonly number[],
): Promise<void> {
  await sql`
    with leaver as (
      select left(coalesce(nullif(nickname, ''), split_part(email, '@', 1)), 16) as name
      from users where userid = ${leaver}::int
    ), renamed as (
      update projects p set updated_at = ${now},
        name = left(p.name, 29 - char_length(leaver.name)) || ' (' || leaver.name || ')'
      from leaver
      where p.id = any(${ids}::int[]) and p.personal = 1 and p.userid = ${leaver}::int
        and position(lower(leaver.name) in lower(p.name)) = 0
      returning p.dialog_id, p.name
    )
    update dialogs d set name = renamed.name, updated_at = ${now} from renamed
    where d.id = renamed.dialog_id and renamed.dialog_id > 0`.execute(db);
}

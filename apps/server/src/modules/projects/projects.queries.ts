import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { headsProject, seenByAll, seesTask } from '#modules/dialogs/visibleTasks.access';
import { matches } from '#modules/searchIndex/match.access';
import { likeText } from '#modules/users/users.service';
import type { Reader, Writer } from '#platform/db/pool';
import type { ProjectColumns, ProjectLogs, Projects, ProjectUsers, Tasks } from '#platform/db/types';

type Tx = Reader;
export type ProjectRow = Selectable<Projects>;
export type ProjectUserRow = Selectable<ProjectUsers>;
export type ColumnRow = Selectable<ProjectColumns>;

export const findProject = (tx: Tx, id: number): Promise<ProjectRow | undefined> =>
  tx.selectFrom('projects').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

export const findProjectUser = (tx: Tx, projectId: number, userid: number): Promise<ProjectUserRow | undefined> =>
  tx
    .selectFrom('project_users')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('userid', '=', userid)
    .executeTakeFirst();

/** A project with a person's member row, if they have one. */
export async function findProjectWith(
  tx: Tx,
  id: number,
  userid: number,
): Promise<{ project: ProjectRow; owner: number | null } | undefined> {
  const row = await tx
    .selectFrom('projects')
    .leftJoin('project_users', (join) =>
      join.onRef('project_users.project_id', '=', 'projects.id').on('project_users.userid', '=', userid),
    )
    .selectAll('projects')
    .select('project_users.owner')
    .where('projects.id', '=', id)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { owner, ...project } = row;
  return { project, owner };
}

export const listProjectUsers = (tx: Tx, projectIds: readonly number[]): Promise<ProjectUserRow[]> =>
  projectIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('project_users')
        .selectAll()
        .where('project_id', 'in', [...projectIds])
        .orderBy('owner', 'desc')
        .orderBy('id')
        .execute();

export const listColumns = (tx: Tx, projectIds: readonly number[]): Promise<ColumnRow[]> =>
  projectIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('project_columns')
        .selectAll()
        .where('project_id', 'in', [...projectIds])
        .where('deleted_at', 'is', null)
        .orderBy('sort')
        .orderBy('id')
        .execute();

/** Locks columns until the transaction ends: deleting one waits for tasks being put into it. */
export const lockColumns = (tx: Tx, ids: readonly number[]): Promise<ColumnRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('project_columns')
        .selectAll()
        .where('id', 'in', [...ids])
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forShare()
        .execute();

/** Locks the tasks of a column. All code locks tasks first and then columns, to avoid deadlocks. */
export const lockTasksOf = (tx: Tx, columnId: number) =>
  tx
    .selectFrom('tasks')
    .select('id')
    .where('column_id', '=', columnId)
    .where('parent_id', '=', 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

export interface TaskPosition {
  id: number;
  column_id: number;
  sort: number;
}

/** Locks the given tasks that a member may move: open main tasks that they see. */
export async function lockSortable(
  tx: Tx,
  projectId: number,
  { userid, isOwner }: { userid: number; isOwner: boolean },
  ids: readonly number[],
): Promise<TaskPosition[]> {
  const { rows } = await sql<TaskPosition>`
    select t.id, t.column_id, t.sort from tasks t
    where t.id = any(${ids}::int[]) and t.project_id = ${projectId} and t.parent_id = 0 and t.complete_at is null
      and t.deleted_at is null and ${seesTask(userid, sql`${isOwner}::boolean`)}
    order by t.id for update of t`.execute(tx);
  return rows;
}

/** Moves tasks with their subtasks. */
export async function placeTasks(
  tx: Writer,
  places: readonly TaskPosition[],
): Promise<(TaskPosition & { guests: number[] })[]> {
  const { rows } = await sql<TaskPosition & { guests: number[] }>`
    with moved as (
      update tasks t set column_id = o.column_id, sort = o.sort, updated_at = now()
      from unnest(${places.map((place) => place.id)}::int[], ${places.map((place) => place.column_id)}::int[],
        ${places.map((place) => place.sort)}::int[]) o(id, column_id, sort)
      where t.id = o.id returning t.id, t.column_id, t.sort, t.guests
    ), subs as (
      update tasks s set column_id = moved.column_id, updated_at = now() from moved
      where s.parent_id = moved.id and s.parent_id > 0 and s.column_id <> moved.column_id
      returning s.id, s.column_id, s.sort, s.guests
    )
    select * from moved union all select * from subs`.execute(tx);
  return rows;
}

export const findColumn = (tx: Tx, id: number, withDeleted = false): Promise<ColumnRow | undefined> =>
  tx
    .selectFrom('project_columns')
    .selectAll()
    .where('id', '=', id)
    .$if(!withDeleted, (query) => query.where('deleted_at', 'is', null))
    .executeTakeFirst();

export interface ProjectView extends ProjectRow {
  owner: number | null;
  top_at: Date | null;
  people: number[];
}

export interface ProjectFilter {
  ids?: readonly number[];
  archived?: 'no' | 'yes' | 'all';
  personal?: boolean;
  name?: string;
  changedSince?: Date | null;
  everyProject?: boolean;
  /** The projects that `viewer` sees as a head of departments, without being in them; of these heads only, if given. */
  headed?: { viewer: number; heads?: readonly number[] };
  limit?: number;
  offset?: number;
}

function projectConditions(filter: ProjectFilter) {
  const conditions = [sql`p.deleted_at is null`];
  if (filter.headed)
    conditions.push(sql`pu.userid is null and ${headsProject(filter.headed.viewer, filter.headed.heads)}`);
  else if (!filter.everyProject) conditions.push(sql`pu.userid is not null`);
  if (filter.ids) conditions.push(sql`p.id = any(${filter.ids})`);
  if (filter.archived === 'yes') conditions.push(sql`p.archived_at is not null`);
  if (!filter.archived || filter.archived === 'no') conditions.push(sql`p.archived_at is null`);
  if (filter.personal !== undefined) conditions.push(sql`p.personal = ${Number(filter.personal)}`);
  if (filter.name) {
    conditions.push(sql`(p.name ilike ${likeText(filter.name)} or ${matches('project', sql`p.id`, filter.name)})`);
  }
  if (filter.changedSince) conditions.push(sql`greatest(p.updated_at, pu.updated_at) >= ${filter.changedSince}`);
  return sql.join(conditions, sql` and `);
}

/** Projects as one person sees them: pinned first, then newest. */
export async function listProjectViews(tx: Tx, userid: number, filter: ProjectFilter): Promise<ProjectView[]> {
  const { rows } = await sql<ProjectView>`
    select p.*, pu.owner, pu.top_at,
      (select array_agg(m.userid order by m.owner desc, m.id) from project_users m where m.project_id = p.id) as people
    from projects p left join project_users pu on pu.project_id = p.id and pu.userid = ${userid}
    where ${projectConditions(filter)}
    order by pu.top_at desc nulls last, p.id desc
    limit ${filter.limit ?? 500} offset ${filter.offset ?? 0}`.execute(tx);
  return rows;
}

export async function countProjects(tx: Tx, userid: number, filter: ProjectFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from projects p left join project_users pu on pu.project_id = p.id and pu.userid = ${userid}
    where ${projectConditions(filter)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

export interface Statistics {
  project_id: number;
  task_num: number;
  task_complete: number;
  task_my_num: number;
  task_my_complete: number;
}
export async function listStatistics(tx: Tx, userid: number, projectIds: readonly number[]): Promise<Statistics[]> {
  if (projectIds.length === 0) return [];
  const { rows } = await sql<Statistics>`
    select t.project_id, count(*)::int as task_num, count(t.complete_at)::int as task_complete,
      count(mine.task_id)::int as task_my_num, (count(*) filter (where mine.task_id is not null and t.complete_at is not null))::int as task_my_complete
    from tasks t left join task_users mine on mine.task_id = t.id and mine.userid = ${userid} and mine.owner = 1
    where t.project_id = any(${projectIds}) and t.deleted_at is null and t.archived_at is null
    group by t.project_id`.execute(tx);
  return rows;
}

/** Changes the member version, so that cached receivers become stale. */
export async function bumpProject(tx: Writer, id: number): Promise<ProjectRow> {
  const [project] = await bumpProjects(tx, [id]);
  if (!project) throw new Error(`there is no project ${id}`);
  return project;
}

export const bumpProjects = (tx: Writer, ids: readonly number[]): Promise<ProjectRow[]> =>
  tx
    .updateTable('projects')
    .set((eb) => ({ member_version: eb('member_version', '+', 1), updated_at: new Date() }))
    .where('id', 'in', [...ids])
    .returningAll()
    .execute();

/** The version and the names are read in one query: otherwise old names could be taken for the new version. */
export async function loadProjectMembers(tx: Tx, projectId: number) {
  const { rows } = await sql<{ version: number; users: number[] }>`
    select member_version as version, array(select userid from project_users u where u.project_id = p.id) as users
    from projects p where id = ${projectId}`.execute(tx);
  return { version: rows[0]?.version ?? 0, users: new Set(rows[0]?.users) };
}

/**
 * Locks a project's members before they change, to avoid deadlocks, and before their rights are read: a person who
 * becomes the owner at the same moment must not leave.
 */
export const lockMembers = (tx: Tx, projectId: number) =>
  tx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute();

/** The people who see each of these tasks, for those that not every member sees. */
export async function listHiddenViewers(tx: Tx, taskIds: readonly number[]): Promise<Map<number, Set<number>>> {
  if (taskIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; userid: number }>`
    select t.id, pu.userid from tasks t join project_users pu on pu.project_id = t.project_id
    where t.id = any(${taskIds}) and not ${seenByAll}
      and ${seesTask(sql`pu.userid`)}`.execute(tx);
  const viewers = Map.groupBy(rows, (row) => row.id);
  return new Map([...viewers].map(([id, people]) => [id, new Set(people.map((person) => person.userid))]));
}

/** True if a person sees a project as a head of departments. */
export async function isHeadedBy(tx: Tx, id: number, userid: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from projects p where p.id = ${id} and p.deleted_at is null and ${headsProject(userid)}`.execute(tx);
  return rows.length > 0;
}

export async function listReadIds(tx: Tx, userid: number, ids: readonly number[], asHead: boolean): Promise<number[]> {
  const headed = asHead ? sql`or ${headsProject(userid)}` : sql``;
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p where p.id = any(${ids}::int[]) and p.deleted_at is null and (
      exists (select 1 from project_users pu where pu.project_id = p.id and pu.userid = ${userid})
      or exists (select 1 from tasks t where t.project_id = p.id and t.deleted_at is null
        and (t.guests @> array[${userid}]::int[] or t.userid = ${userid})) ${headed})`.execute(tx);
  return rows.map(({ id }) => id);
}

export function compileLogInsert(db: Writer, row: Insertable<ProjectLogs>) {
  return db.insertInto('project_logs').values(row).compile();
}

export async function insertLost(
  db: Writer,
  type: 'project' | 'projectTask',
  userids: readonly number[],
  refs: readonly number[],
): Promise<void> {
  await sql`insert into lost_ids (userid, type, ref) select u, ${type}, r from unnest(${userids}::int[]) u, unnest(${refs}::int[]) r
    on conflict (userid, type, ref) do update set at = now()`.execute(db);
}

export function findPersonalProject(db: Reader, userid: number) {
  return db
    .selectFrom('projects')
    .select(['id', 'name', 'owner_userid', 'archived_at', 'deleted_at'])
    .where('userid', '=', userid)
    .where('personal', '=', 1)
    .executeTakeFirst();
}

export function updateProjectRow(db: Writer, fields: Updateable<Projects>, projectId: number) {
  return db.updateTable('projects').set(fields).where('id', '=', projectId).returningAll().executeTakeFirstOrThrow();
}

export async function setInviteCode(db: Writer, code: string, projectId: number): Promise<void> {
  await db.updateTable('projects').set({ invite_code: code, invite_num: 0 }).where('id', '=', projectId).execute();
}

export function findProjectByInvite(db: Reader, code: string) {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('invite_code', '=', code)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

export function countInviteUse(db: Writer, projectId: number) {
  return db
    .updateTable('projects')
    .set((eb) => ({ invite_num: eb('invite_num', '+', 1) }))
    .where('id', '=', projectId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function moveOwnership(db: Writer, projectId: number, target: number, now: Date): Promise<void> {
  await db
    .updateTable('project_users')
    .set({ owner: sql`case when userid = ${target} then 1 else 0 end`, updated_at: now })
    .where('project_id', '=', projectId)
    .execute();
}

export async function setProjectOwner(db: Writer, target: number, projectId: number): Promise<void> {
  await db.updateTable('projects').set({ owner_userid: target }).where('id', '=', projectId).execute();
}

/**
 * Archives the open tasks of a project with it, or restores them. Those deleted in the meantime are restored too:
 * nothing else would take them from the archive when they come back.
 */
export function archiveTasksOfProject(db: Writer, fields: Updateable<Tasks>, projectId: number, isArchiving: boolean) {
  return db
    .updateTable('tasks')
    .set(fields)
    .where('project_id', '=', projectId)
    .where((eb) =>
      isArchiving
        ? eb.and([eb('deleted_at', 'is', null), eb('archived_at', 'is', null)])
        : eb('archived_follow', '=', 1),
    )
    .returning([
      'id',
      'name',
      'parent_id',
      'dialog_id',
      'project_id',
      'column_id',
      'visibility',
      'archived_at',
      'archived_userid',
      'deleted_at',
      'complete_at',
      'guests',
    ])
    .execute();
}

export function archiveProjectRow(db: Writer, fields: Updateable<Projects>, projectId: number) {
  return db.updateTable('projects').set(fields).where('id', '=', projectId).returningAll().executeTakeFirstOrThrow();
}

export function listTaskDialogIds(db: Reader, projectId: number) {
  return db
    .selectFrom('tasks')
    .select('dialog_id')
    .where('project_id', '=', projectId)
    .where('dialog_id', '>', 0)
    .execute();
}

export async function deleteProjectRow(db: Writer, now: Date, projectId: number): Promise<void> {
  await db.updateTable('projects').set({ deleted_at: now, updated_at: now }).where('id', '=', projectId).execute();
}

export async function deleteColumnsOfProject(db: Writer, now: Date, projectId: number): Promise<void> {
  await db.updateTable('project_columns').set({ deleted_at: now }).where('project_id', '=', projectId).execute();
}

export async function deleteTasksOfProject(db: Writer, now: Date, userid: number, projectId: number): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ deleted_at: now, deleted_userid: userid, updated_at: now })
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute();
}

export function toggleTop(db: Writer, now: Date, projectId: number, userid: number) {
  return db
    .updateTable('project_users')
    .set({ top_at: sql`case when top_at is null then ${now}::timestamptz end`, updated_at: now })
    .where('project_id', '=', projectId)
    .where('userid', '=', userid)
    .returning('top_at')
    .executeTakeFirstOrThrow();
}

export async function setPermissions(db: Writer, permissions: string, now: Date, projectId: number): Promise<void> {
  await db
    .updateTable('projects')
    .set({ permissions: permissions, updated_at: now })
    .where('id', '=', projectId)
    .execute();
}

export async function sortColumns(db: Writer, ids: number[]) {
  const { rows } = await sql<{ id: number; sort: number }>`
      update project_columns c set sort = o.sort - 1, updated_at = now()
      from unnest(${ids}::int[]) with ordinality o(id, sort) where c.id = o.id
      returning c.id, c.sort`.execute(db);
  return rows;
}

export async function deleteLost(
  db: Writer,
  type: 'project' | 'projectTask',
  refs: readonly number[],
  userids?: readonly number[],
): Promise<void> {
  let query = db
    .deleteFrom('lost_ids')
    .where('type', '=', type)
    .where('ref', 'in', [...refs]);
  if (userids) query = query.where('userid', 'in', userids.length ? [...userids] : [0]);
  await query.execute();
}

import type { SearchQuery } from '@atrium/richtext/search/searchQuery.ts';
import type { RawBuilder, Selectable } from 'kysely';
import { sql } from 'kysely';
import { seenByAll, seesTask, seesTaskAsHead } from '#modules/dialogs/visibleTasks.access';
import { matches } from '#modules/searchIndex/match.access';
import { likeText } from '#modules/users/users.service';
import type { Reader, Writer } from '#platform/db/pool';
import type { Tasks } from '#platform/db/types';
import { narrowedBy } from './search.queries.ts';

type Tx = Reader;
export type TaskRow = Selectable<Tasks>;

export interface TaskPerson {
  id: number;
  project_id: number;
  task_id: number;
  task_pid: number;
  userid: number;
  owner: number;
}
export interface TaskView extends TaskRow {
  people: TaskPerson[];
  sub_num: number;
  sub_complete: number;
  msg_num: number;
  project_name: string;
  column_name: string;
  /** True if the viewer owns the project. */
  is_project_owner: boolean;
  /** The viewer sees the task only as its creator or as a member of its conversation, and cannot change it. */
  is_guest?: boolean;
  /** The viewer sees it as a head of departments. */
  as_head?: boolean;
}

/** A task with its row's `xid`, which changes whenever the row does. */
export type ReadTask = TaskView & { xid: string };

/** A task in a list and its version: the same version has the same JSON for everybody. */
export interface TaskVersion {
  id: number;
  version: string;
  as_head: boolean;
}

/**
 * The viewer: a person; one who may also see tasks as a head of departments; or the owner of each task's project, who
 * sees all of it.
 */
export type Viewer = number | { head: number } | 'owner';

const isHead = (viewer: Viewer): viewer is { head: number } => typeof viewer === 'object';
const userOf = (viewer: number | { head: number }): number => (typeof viewer === 'number' ? viewer : viewer.head);

/**
 * The condition for tasks that a person may see, which every list and every single read uses. `pu` is the viewer's row
 * in the project.
 */
function visible(viewer: Viewer): RawBuilder<unknown> {
  if (viewer === 'owner') return sql`pu.owner = 1`;
  if (!isHead(viewer)) return seesTask(viewer);
  return sql`case when pu.userid is null then ${seesTaskAsHead(viewer.head)} else ${seesTask(viewer.head)} end`;
}

/** True if the viewer reads it only as a head of departments. */
const asHead = (viewer: Viewer) => (isHead(viewer) ? sql`pu.userid is null as as_head` : sql`false as as_head`);

export interface TaskFilter {
  ids?: readonly number[];
  projectId?: number;
  /** Subtasks of this one; -1 = main tasks only. */
  parentId?: number;
  /** Only tasks that were created in this conversation. */
  fromDialogId?: number;
  /** 1 = the viewer is an owner, 0 = an assistant. */
  role?: number;
  /** Only tasks in which the viewer has a role. */
  mine?: boolean;
  /** Only tasks that are owned by one of these people. */
  ownedBy?: readonly number[];
  /** All tasks except this one. */
  except?: number;
  name?: string;
  /** A global search: words and operators; best matches first. */
  search?: SearchQuery;
  tag?: string;
  completed?: boolean;
  /** A status, by id or by name. */
  status?: number | string;
  archived?: 'no' | 'yes' | 'all';
  deleted?: 'no' | 'yes' | 'all';
  window?: readonly [Date, Date];
  changedSince?: Date | null;
  order?: { column: 'complete_at' | 'archived_at' | 'end_at' | 'deleted_at'; direction: 'asc' | 'desc' };
  limit?: number;
  offset?: number;
}

function conditionsOf(viewer: Viewer, filter: TaskFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [visible(viewer), sql`p.deleted_at is null`];
  if (filter.ids) all.push(sql`t.id = any(${filter.ids})`);
  if (filter.projectId) all.push(sql`t.project_id = ${filter.projectId}`);
  if (filter.parentId === -1) all.push(sql`t.parent_id = 0`);
  else if (filter.parentId) all.push(sql`t.parent_id = ${filter.parentId}`);
  // "> 0" names the partial index.
  if (filter.fromDialogId) all.push(sql`t.from_dialog_id = ${filter.fromDialogId} and t.from_dialog_id > 0`);
  if (filter.role !== undefined || filter.mine) {
    const role = filter.role === undefined ? sql`` : sql` and mine.owner = ${filter.role}`;
    all.push(sql`exists (select 1 from task_users mine where mine.task_id = t.id and mine.userid = pu.userid${role})`);
  }
  if (filter.ownedBy) {
    all.push(
      sql`exists (select 1 from task_users o where o.task_id = t.id and o.owner = 1 and o.userid = any(${filter.ownedBy}))`,
    );
  }
  if (filter.except) all.push(sql`t.id <> ${filter.except}`);
  if (filter.name) all.push(namedBy(filter.name));
  if (filter.search) {
    if (filter.search.words) all.push(namedBy(filter.search.words));
    all.push(...narrowedBy(filter.search));
  }
  if (filter.tag) all.push(sql`t.task_tag @> ${JSON.stringify([{ name: filter.tag }])}::jsonb`);
  if (filter.completed !== undefined) {
    all.push(filter.completed ? sql`t.complete_at is not null` : sql`t.complete_at is null`);
  }
  if (typeof filter.status === 'number') all.push(sql`t.flow_item_id = ${filter.status}`);
  if (typeof filter.status === 'string') all.push(sql`split_part(t.flow_item_name, '|', 2) = ${filter.status}`);
  if (filter.archived === 'yes') all.push(sql`t.archived_at is not null`);
  if (filter.archived === 'no') all.push(sql`t.archived_at is null`);
  if (filter.deleted === 'yes') all.push(sql`t.deleted_at is not null`);
  if (!filter.deleted || filter.deleted === 'no') all.push(sql`t.deleted_at is null`);
  if (filter.window) {
    const [from, to] = filter.window;
    all.push(
      sql`((t.start_at between ${from} and ${to}) or (t.end_at between ${from} and ${to}) or (t.start_at <= ${from} and t.end_at >= ${to}))`,
    );
  }
  if (filter.changedSince) all.push(sql`t.updated_at >= ${filter.changedSince}`);
  return sql.join(all, sql` and `);
}

/** Matches a part of the name or description, the words of both and of the full text, or the id. */
function namedBy(words: string): RawBuilder<unknown> {
  const like = likeText(words);
  const byId = /^#?\d{1,9}$/.test(words) ? sql` or t.id = ${Number(words.replace('#', ''))}` : sql``;
  return sql`(t.name ilike ${like} or t.desc ilike ${like} or ${matches('task', sql`t.id`, words)}${byId})`;
}

const source = (viewer: Viewer) => sql`
  tasks t
  join projects p on p.id = t.project_id
  ${isHead(viewer) ? sql`left join` : sql`join`} project_users pu on pu.project_id = t.project_id
    and pu.userid = ${viewer === 'owner' ? sql`p.owner_userid` : userOf(viewer)}`;

function orderOf({ order, search }: TaskFilter): RawBuilder<unknown> {
  if (order) return sql`${sql.ref(`t.${order.column}`)} ${sql.raw(order.direction)} nulls last, t.id desc`;
  if (!search?.words) return sql`t.id desc`;
  return sql`(t.name ilike ${likeText(search.words)}) desc, t.complete_at is null desc, t.updated_at desc, t.id desc`;
}

/** The size of a multirange costs more than the rest of a row, so it is computed only if there is a conversation. */
const msgNum = sql`case when d.id is null then 0 else d.last_seq - multirange_size(d.gone) end as msg_num`;

/** Tasks as one person sees them, in one statement for any number. */
export async function listTaskViews(tx: Tx, viewer: Viewer, filter: TaskFilter): Promise<ReadTask[]> {
  const { rows } = await sql<Omit<ReadTask, 'people'> & { people: string | null }>`
    select t.*, t.xmin as xid, p.name as project_name, c.name as column_name,
      coalesce(pu.owner = 1, false) as is_project_owner, ${asHead(viewer)},
      people.list as people, coalesce(subs.n, 0) as sub_num, coalesce(subs.done, 0) as sub_complete, ${msgNum}
    from ${source(viewer)}
    join project_columns c on c.id = t.column_id
    left join dialogs d on t.dialog_id > 0 and d.id = t.dialog_id
    left join lateral (
      -- Text, because building JSON took half the time of a board of 2,000.
      select string_agg(tu.id || ' ' || tu.userid || ' ' || tu.owner, ',' order by tu.owner desc, tu.id) as list
      from task_users tu where tu.task_id = t.id
    ) people on true
    left join lateral (
      select count(*)::int as n, count(s.complete_at)::int as done from tasks s
      -- "> 0" names the partial index: without it the planner walks all tasks for each task of the list.
      where t.parent_id = 0 and s.parent_id = t.id and s.parent_id > 0 and s.deleted_at is null
    ) subs on true
    where ${conditionsOf(viewer, filter)}
    order by ${orderOf(filter)}
    limit ${filter.limit ?? 100} offset ${filter.offset ?? 0}`.execute(tx);
  // Each row is copied with every field: leaving some out took four times as long, and made the rows slower to read.
  return rows.map((row) => ({ ...row, people: peopleOf(row), is_guest: row.as_head }));
}

type Versioned = Pick<ReadTask, 'xid' | 'msg_num' | 'sub_num' | 'sub_complete' | 'project_name' | 'column_name'>;

/**
 * The version of a task in a list. `people` has the number of people and the sum of their row ids: a new one has a
 * higher id than all before.
 */
const versionOf = (row: Versioned, people: { n: number; sum: number }): string =>
  [row.xid, row.msg_num, row.sub_num, row.sub_complete, people.n, people.sum, row.project_name, row.column_name].join();

export const versionOfTask = (task: ReadTask): string =>
  versionOf(task, {
    n: task.people.length,
    sum: task.people.reduce((sum, person) => sum + person.id * 2 + person.owner, 0),
  });

/**
 * Lists tasks in order without their content, which costs a tenth. The version covers everything that is shown with a
 * task.
 */
export async function listVersions(tx: Tx, viewer: Viewer, filter: TaskFilter): Promise<TaskVersion[]> {
  const { rows } = await sql<Versioned & { id: number; people_n: number; people_sum: number; as_head: boolean }>`
    with page as materialized (
      select t.id, t.xmin as xid, p.name as project_name, c.name as column_name, ${msgNum}, ${asHead(viewer)},
        row_number() over (order by ${orderOf(filter)}) as place
      from ${source(viewer)}
      join project_columns c on c.id = t.column_id
      left join dialogs d on t.dialog_id > 0 and d.id = t.dialog_id
      where ${conditionsOf(viewer, filter)}
      order by place
      limit ${filter.limit ?? 100} offset ${filter.offset ?? 0}
    )
    select page.id, xid, project_name, column_name, msg_num, as_head, coalesce(subs.n, 0) as sub_num,
      coalesce(subs.done, 0) as sub_complete, coalesce(people.n, 0) as people_n, coalesce(people.sum, 0) as people_sum
    from page
    left join (
      select tu.task_id, count(*)::int as n, sum(tu.id::bigint * 2 + tu.owner)::bigint as sum
      from task_users tu where tu.task_id = any(array(select id from page)) group by tu.task_id
    ) people on people.task_id = page.id
    left join (
      select s.parent_id, count(*)::int as n, count(s.complete_at)::int as done from tasks s
      where s.parent_id = any(array(select id from page)) and s.parent_id > 0 and s.deleted_at is null
      group by s.parent_id
    ) subs on subs.parent_id = page.id
    order by place`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    version: versionOf(row, { n: row.people_n, sum: row.people_sum }),
    as_head: row.as_head,
  }));
}

function peopleOf(task: Pick<TaskRow, 'id' | 'project_id' | 'parent_id'> & { people: string | null }): TaskPerson[] {
  if (!task.people) return [];
  const { id: task_id, project_id, parent_id } = task;
  return task.people.split(',').map((text) => {
    const [id = 0, userid = 0, owner = 0] = text.split(' ').map(Number);
    return { id, project_id, task_id, task_pid: parent_id || task_id, userid, owner };
  });
}

export async function countTasks(tx: Tx, viewer: Viewer, filter: TaskFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${source(viewer)} where ${conditionsOf(viewer, filter)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** True if a person created a task or is in its conversation; that of a main task counts for its subtasks too. */
export async function isGuestOf(tx: Tx, taskId: number, userid: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tasks t
    join tasks main on main.id = case when t.parent_id > 0 then t.parent_id else t.id end
    where t.id = ${taskId} and (${userid} in (t.userid, main.userid) or exists (
      select 1 from dialogs d join dialog_members dm on dm.dialog_id = d.id and dm.userid = ${userid}
      where main.dialog_id > 0 and d.id = main.dialog_id and d.deleted_at is null))`.execute(tx);
  return rows.length > 0;
}

/** The given tasks that a person sees: in their project, as creator, in its conversation, or as a head. */
export async function listSeenIds(
  tx: Tx,
  viewer: number | { head: number },
  ids: readonly number[],
): Promise<number[]> {
  const userid = userOf(viewer);
  const { rows } = await sql<{ id: number }>`
    select t.id from ${source(viewer)} where ${conditionsOf(viewer, { ids, archived: 'all' })}
    union
    select t.id from tasks t
    join tasks main on main.id = case when t.parent_id > 0 then t.parent_id else t.id end
    join projects p on p.id = t.project_id
    where t.id = any(${ids}) and t.deleted_at is null and p.deleted_at is null and (${userid} in (t.userid, main.userid) or exists (
      select 1 from dialogs d join dialog_members dm on dm.dialog_id = d.id and dm.userid = ${userid}
      where main.dialog_id > 0 and d.id = main.dialog_id and d.deleted_at is null))`.execute(tx);
  return rows.map(({ id }) => id);
}

export const findTask = (tx: Tx, id: number): Promise<TaskRow | undefined> =>
  tx.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst();

/** Lets changes of one main task and its subtasks run one at a time. */
export const lockTask = (tx: Tx, id: number) =>
  tx.selectFrom('tasks').select('id').where('id', '=', id).forUpdate().execute();

export const listPeople = (tx: Tx, taskId: number): Promise<TaskPerson[]> =>
  tx
    .selectFrom('task_users')
    .selectAll()
    .where('task_id', '=', taskId)
    .orderBy('owner', 'desc')
    .orderBy('id')
    .execute();

export const listSubtasks = (tx: Tx, taskId: number, { deleted = false } = {}): Promise<TaskRow[]> =>
  tx
    .selectFrom('tasks')
    .selectAll()
    .where('parent_id', '=', taskId)
    .$if(!deleted, (query) => query.where('deleted_at', 'is', null))
    .orderBy('id')
    .execute();

/** A main task and its subtasks, in that order. */
export const listFamily = (tx: Tx, mainId: number): Promise<TaskRow[]> =>
  tx
    .selectFrom('tasks')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', mainId), eb('parent_id', '=', mainId)]))
    .where('deleted_at', 'is', null)
    .orderBy('parent_id')
    .orderBy('id')
    .execute();

/** Everyone with a role in a main task or its subtasks. */
export async function listTaskCircle(tx: Tx, mainId: number): Promise<number[]> {
  const rows = await tx.selectFrom('task_users').select('userid').distinct().where('task_pid', '=', mainId).execute();
  return rows.map((row) => row.userid);
}

/** Inserts the first people of a new task, except people outside the project. */
export async function addPeople(
  tx: Writer,
  task: Pick<TaskRow, 'id' | 'project_id' | 'parent_id'>,
  owners: readonly number[],
  assistants: readonly number[],
): Promise<TaskPerson[]> {
  const roles = new Map([
    ...assistants.map((userid) => [userid, 0] as const),
    ...owners.map((userid) => [userid, 1] as const),
  ]);
  if (roles.size === 0) return [];
  // The members' rows are locked until the transaction ends, see `setPeople`.
  const { rows } = await sql<TaskPerson>`
    insert into task_users (project_id, task_id, task_pid, userid, owner)
    select ${task.project_id}, ${task.id}, ${task.parent_id || task.id}, pu.userid, r.owner
    from unnest(${[...roles.keys()]}::int[], ${[...roles.values()]}::int[]) with ordinality r(userid, owner, place)
    join project_users pu on pu.project_id = ${task.project_id} and pu.userid = r.userid
    order by r.place for share of pu
    returning *`.execute(tx);
  return rows.toSorted((a, b) => b.owner - a.owner || a.id - b.id);
}

/**
 * Sets the people of one role to exactly these; owners first, assistants second: a person in both becomes an assistant.
 */
export async function setPeople(
  tx: Writer,
  task: Pick<TaskRow, 'id' | 'project_id' | 'parent_id'>,
  owner: 0 | 1,
  userids: readonly number[],
): Promise<void> {
  await tx.deleteFrom('task_users').where('task_id', '=', task.id).where('owner', '=', owner).execute();
  if (userids.length === 0) return;
  // The members' rows are locked until the transaction ends: a person who is leaving the project has either left
  // already, or their leaving finds the role and removes it.
  const members = await tx
    .selectFrom('project_users')
    .select('userid')
    .where('project_id', '=', task.project_id)
    .where('userid', 'in', [...userids])
    .forShare()
    .execute();
  const present = new Set(members.map((member) => member.userid));
  const kept = userids.filter((userid) => present.has(userid));
  if (kept.length === 0) return;
  await tx
    .insertInto('task_users')
    .values(
      kept.map((userid) => ({
        project_id: task.project_id,
        task_id: task.id,
        task_pid: task.parent_id || task.id,
        userid,
        owner,
      })),
    )
    .onConflict((on) => on.columns(['task_id', 'userid']).doUpdateSet({ owner }))
    .execute();
}

export interface ProjectLoad {
  open: number;
  column: number;
  low: number;
  high: number;
}
/** The number of tasks in a project and a column, and the bounds of its order. */
export async function loadOf(tx: Tx, projectId: number, columnId: number): Promise<ProjectLoad> {
  const { rows } = await selectLoad(projectId, columnId).execute(tx);
  return rows[0] ?? { open: 0, column: 0, low: 0, high: 0 };
}

export const selectLoad = (projectId: number, columnId: number) => sql<ProjectLoad>`
  select count(*)::int as open, count(*) filter (where column_id = ${columnId})::int as column,
    coalesce(min(sort) filter (where column_id = ${columnId}), 0) as low,
    coalesce(max(sort) filter (where column_id = ${columnId}), 0) as high
  from tasks where project_id = ${projectId} and archived_at is null and deleted_at is null and parent_id = 0`;

/** The people among these who have reached the limit of open tasks. */
export async function listOverloaded(tx: Tx, userids: readonly number[], limit: number): Promise<number[]> {
  if (userids.length === 0) return [];
  const { rows } = await sql<{ userid: number }>`
    select tu.userid from task_users tu join tasks t on t.id = tu.task_id
    where tu.userid = any(${userids}) and tu.owner = 1 and t.complete_at is null and t.archived_at is null and t.deleted_at is null
    group by tu.userid having count(*) >= ${limit}`.execute(tx);
  return rows.map((row) => row.userid);
}

export function listProjectSeats(db: Reader, projectId: number) {
  return db.selectFrom('project_users').select(['userid', 'owner']).where('project_id', '=', projectId).execute();
}

/** The log of a task, or of a project without restricted tasks. */
const logOf = (db: Reader, of: { taskId: number } | { projectId: number }) => {
  const log = db.selectFrom('project_logs').leftJoin('tasks as t', 't.id', 'project_logs.task_id');
  if ('taskId' in of) return log.where('project_logs.task_id', '=', of.taskId);
  return log
    .where('project_logs.project_id', '=', of.projectId)
    .where('task_only', '=', false)
    .where((eb) => eb.or([eb('project_logs.task_id', '=', 0), seenByAll]));
};

export function listLogRows(db: Reader, of: Parameters<typeof logOf>[1], page: number, size: number) {
  return logOf(db, of)
    .selectAll('project_logs')
    .select(['t.parent_id', 't.name as task_name'])
    .orderBy('project_logs.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
}

export async function countLog(db: Reader, of: Parameters<typeof logOf>[1]): Promise<number> {
  const { n } = await logOf(db, of)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

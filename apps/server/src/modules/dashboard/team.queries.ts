import type { TeamList } from '@atrium/contract/people/team.ts';
import { type RawBuilder, sql } from 'kysely';
import { seenByAll, seesTaskAsHead } from '#modules/dialogs/visibleTasks.access';
import type { Reader } from '#platform/db/pool';

type Tx = Reader;
const DAY_MS = 86_400_000;
const SOON_DAYS = 3;

/** Active members of these departments. */
export async function listTeam(tx: Tx, departments: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ userid: number }>`
    select userid from users where department && ${[...departments]}::int[] and bot = 0
      and delete_at is null and disable_at is null order by userid`.execute(tx);
  return rows.map((row) => row.userid);
}

/** A condition for tasks that all members of a shared project see; personal projects stay private. */
const shared = sql`
  join projects p on p.id = t.project_id and p.deleted_at is null and p.archived_at is null and p.personal = 0
  where ${seenByAll} and t.deleted_at is null`;
const isOpen = sql`t.complete_at is null and t.archived_at is null`;
const isOverdue = (now: Date) => sql`t.end_at <= ${now}`;
const isSoon = (now: Date) => sql`t.end_at > ${now} and t.end_at <= ${new Date(now.getTime() + SOON_DAYS * DAY_MS)}`;
const hasOwnerAmong = (team: readonly number[]) =>
  sql`exists (select 1 from task_users tu where tu.task_id = t.id and tu.owner = 1 and tu.userid = any(${[...team]}::int[]))`;
const isNobodys = (team: readonly number[]) => sql`
  not exists (select 1 from task_users tu where tu.task_id = t.id and tu.owner = 1)
  and t.project_id = any(array(select pu.project_id from project_users pu where pu.userid = any(${[...team]}::int[])))`;

/** Counts each task once, however many of the team own it. */
const owned = (team: readonly number[], also: RawBuilder<unknown>) => sql`
  from (select distinct tu.task_id from task_users tu where tu.owner = 1 and tu.userid = any(${[...team]}::int[])) own
  join tasks t on t.id = own.task_id ${shared} and ${also}`;

export interface Blocks {
  uncompleted: number;
  overdue: number;
  due_soon: number;
  week_completed: number;
  last_week_completed: number;
}
export async function countBlocks(
  tx: Tx,
  team: readonly number[],
  { now, monday, before }: { now: Date; monday: Date; before: Date },
): Promise<Blocks> {
  const { rows } = await sql<Blocks>`
    select count(*) filter (where ${isOpen})::int as uncompleted,
      count(*) filter (where ${isOpen} and ${isOverdue(now)})::int as overdue,
      count(*) filter (where ${isOpen} and ${isSoon(now)})::int as due_soon,
      count(*) filter (where t.complete_at >= ${monday})::int as week_completed,
      count(*) filter (where t.complete_at >= ${before} and t.complete_at < ${monday})::int as last_week_completed
    ${owned(team, sql`((${isOpen}) or t.complete_at >= ${before})`)}`.execute(tx);
  return rows[0] ?? { uncompleted: 0, overdue: 0, due_soon: 0, week_completed: 0, last_week_completed: 0 };
}

export async function countUnassigned(tx: Tx, team: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from tasks t ${shared} and ${isOpen} and ${isNobodys(team)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

export interface PriorityCount {
  level: number;
  name: string;
  color: string;
  num: number;
}
export async function countPriorities(tx: Tx, team: readonly number[]): Promise<PriorityCount[]> {
  const { rows } = await sql<PriorityCount>`
    select case when t.p_level > 0 then t.p_level else -1 end as level, max(t.p_name) as name, max(t.p_color) as color,
      count(*)::int as num
    ${owned(team, isOpen)} group by 1 order by (case when max(t.p_level) > 0 then 0 else 1 end), 1`.execute(tx);
  return rows;
}

export interface MemberCount {
  userid: number;
  total: number;
  overdue: number;
  start: number;
  progress: number;
  test: number;
}
export async function countByMember(tx: Tx, team: readonly number[], now: Date): Promise<MemberCount[]> {
  const kind = sql`split_part(t.flow_item_name, '|', 1)`;
  const { rows } = await sql<MemberCount>`
    select tu.userid, count(*)::int as total, count(*) filter (where ${isOverdue(now)})::int as overdue,
      count(*) filter (where ${kind} = 'progress')::int as progress,
      count(*) filter (where ${kind} = 'test')::int as test,
      count(*) filter (where ${kind} not in ('progress', 'test'))::int as start
    from task_users tu join tasks t on t.id = tu.task_id ${shared}
      and ${isOpen} and tu.owner = 1 and tu.userid = any(${[...team]}::int[])
    group by tu.userid`.execute(tx);
  return rows;
}

export interface TeamFilter {
  type: TeamList;
  member: number;
  level: number | undefined;
  highLevels: readonly number[];
  now: Date;
}

function conditionsOf(team: readonly number[], { type, member, level, highLevels, now }: TeamFilter) {
  const all = [isOpen, type === 'noowner' ? isNobodys(team) : hasOwnerAmong(member > 0 ? [member] : team)];
  if (type === 'overdue') all.push(isOverdue(now));
  if (type === 'soon') all.push(isSoon(now));
  if (type === 'hi') all.push(sql`t.p_level = any(${[...highLevels]}::int[])`);
  if (level !== undefined) all.push(level === -1 ? sql`t.p_level = 0` : sql`t.p_level = ${level}`);
  return sql.join(all, sql` and `);
}

export interface TeamTaskRow {
  id: number;
  parent_id: number;
  name: string;
  project_id: number;
  project_name: string;
  end_at: Date | null;
  p_level: number;
  p_name: string;
  p_color: string;
  flow_item_name: string;
  owners: number[];
  can_open: boolean;
}
export async function listTasksOf(
  tx: Tx,
  viewer: number,
  team: readonly number[],
  filter: TeamFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: TeamTaskRow[]; total: number }> {
  const which = conditionsOf(team, filter);
  const [{ rows }, count] = await Promise.all([
    sql<TeamTaskRow>`
      select t.id, t.parent_id, t.name, t.project_id, p.name as project_name, t.end_at, t.p_level, t.p_name, t.p_color,
        t.flow_item_name,
        array(select tu.userid from task_users tu where tu.task_id = t.id and tu.owner = 1 order by tu.id) as owners,
        (exists (select 1 from project_users pu where pu.project_id = p.id and pu.userid = ${viewer})
          or ${seesTaskAsHead(viewer)}) as can_open
      from tasks t ${shared} and ${which}
      order by t.end_at nulls last, t.id limit ${limit} offset ${offset}`.execute(tx),
    sql<{ n: number }>`select count(*)::int as n from tasks t ${shared} and ${which}`.execute(tx),
  ]);
  return { rows, total: count.rows[0]?.n ?? 0 };
}

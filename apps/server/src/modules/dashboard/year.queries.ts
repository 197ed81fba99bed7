import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

/** A period between two instants; `to` is excluded. */
export interface Span {
  from: Date;
  to: Date;
}

/** The person's own tasks in projects that they are still in. */
const ownTasks = (userid: number) => sql`
  from task_users tu join tasks t on t.id = tu.task_id and t.deleted_at is null
  join project_users pu on pu.project_id = t.project_id and pu.userid = tu.userid
  join projects p on p.id = t.project_id and p.deleted_at is null
  where tu.userid = ${userid} and tu.owner = 1`;
const isCompleted = ({ from, to }: Span) => sql`t.complete_at >= ${from} and t.complete_at < ${to}`;
const isCreated = ({ from, to }: Span) => sql`t.created_at >= ${from} and t.created_at < ${to}`;

export interface TaskCounts {
  total: number;
  completed: number;
  overtime: number;
}
export async function countYearTasks(tx: Reader, userid: number, span: Span): Promise<TaskCounts> {
  const { rows } = await sql<TaskCounts>`
    select count(*)::int as total, count(*) filter (where ${isCompleted(span)})::int as completed,
      count(*) filter (where ${isCompleted(span)} and t.complete_at > t.end_at)::int as overtime
    ${ownTasks(userid)} and ((${isCompleted(span)}) or (${isCreated(span)}))`.execute(tx);
  return rows[0] ?? { total: 0, completed: 0, overtime: 0 };
}

/** Completed tasks by the number of the month, 1 to 12. */
export async function countByMonth(tx: Reader, userid: number, span: Span, timezone: string) {
  const { rows } = await sql<{ month: number; num: number }>`
    select extract(month from t.complete_at at time zone ${timezone})::int as month, count(*)::int as num
    ${ownTasks(userid)} and ${isCompleted(span)} group by 1`.execute(tx);
  return rows;
}

export async function listYearProjects(tx: Reader, userid: number, span: Span, limit: number) {
  const { rows } = await sql<{ id: number; name: string; completed: number }>`
    select p.id, p.name, count(*)::int as completed
    ${ownTasks(userid)} and ${isCompleted(span)} group by p.id, p.name order by 3 desc, 1 limit ${limit}`.execute(tx);
  return rows;
}

/** The task with the longest or the shortest time from start to completion. */
export async function findTimedTask(tx: Reader, userid: number, span: Span, which: 'longest' | 'fastest') {
  const direction = which === 'longest' ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ id: number; name: string; seconds: number }>`
    select t.id, t.name, extract(epoch from t.complete_at - coalesce(t.start_at, t.created_at))::int as seconds
    ${ownTasks(userid)} and ${isCompleted(span)} and t.complete_at > coalesce(t.start_at, t.created_at)
    order by 3 ${direction}, 1 limit 1`.execute(tx);
  return rows[0];
}

export async function countYearFiles(tx: Reader, userid: number, { from, to }: Span): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from files where created_id = ${userid} and type <> 'folder' and deleted_at is null
      and created_at >= ${from} and created_at < ${to}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** The messages of direct chats that have a message since `from`, with the other person as `u`. */
const talks = (userid: number, { from, to }: Span) => sql`
  from dialog_members own join dialogs d on d.id = own.dialog_id and d.type = 'user' and d.deleted_at is null
    and d.last_at >= ${from}
  join dialog_members other on other.dialog_id = d.id and other.userid <> own.userid
  join users u on u.userid = other.userid
  join messages m on m.dialog_id = d.id and m.deleted_at is null and m.created_at >= ${from} and m.created_at < ${to}
  where own.userid = ${userid}`;

export async function findClosest(tx: Reader, userid: number, span: Span) {
  const { rows } = await sql<{ userid: number; num: number }>`
    select u.userid, count(*)::int as num ${talks(userid, span)} and u.bot = 0 and u.delete_at is null
    group by 1 order by 2 desc, 1 limit 1`.execute(tx);
  return rows[0];
}

export async function countToAssistants(tx: Reader, userid: number, span: Span): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${talks(userid, span)} and m.userid = ${userid} and u.email like 'ai-%@bot.system'`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

export interface StatsFilter {
  definitionId: number | undefined;
  from: Date;
  to: Date;
  now: Date;
}
/** Requests submitted in the period, as `a`. */
const some = ({ definitionId, from, to }: StatsFilter) => sql`
  a.created_at >= ${from} and a.created_at <= ${to} ${definitionId ? sql`and a.definition_id = ${definitionId}` : sql``}`;
const hours = (from: string, to: string) => sql`(extract(epoch from ${sql.raw(to)} - ${sql.raw(from)}) / 3600)`;
const MOST = 200;

export async function countByState(db: Reader, asked: StatsFilter) {
  const { rows } = await sql<{ state: number; requests: number; hours: number | null }>`
    select a.state, count(*)::int as requests, sum(${hours('a.created_at', 'a.end_at')})::float8 as hours
    from approvals a where ${some(asked)} group by 1 order by 1`.execute(db);
  return rows;
}

/** Counts the submitted and the ended requests of each week, by its Monday in UTC. */
export async function listWeeks(db: Reader, { definitionId, from, to }: StatsFilter) {
  const own = definitionId ? sql`and definition_id = ${definitionId}` : sql``;
  const { rows } = await sql<{ monday: string; submitted: number; ended: number }>`
    with weeks as (
      select generate_series(date_trunc('week', ${from}::timestamptz at time zone 'UTC'),
        ${to}::timestamptz at time zone 'UTC', interval '1 week') as monday),
    moments as (
      select date_trunc('week', created_at at time zone 'UTC') as monday, 1 as submitted, 0 as ended from approvals
      where created_at between ${from} and ${to} ${own}
      union all
      select date_trunc('week', end_at at time zone 'UTC'), 0, 1 from approvals
      where end_at between ${from} and ${to} ${own})
    select to_char(w.monday, 'YYYY-MM-DD') as monday, coalesce(sum(m.submitted), 0)::int as submitted,
      coalesce(sum(m.ended), 0)::int as ended
    from weeks w left join moments m using (monday) group by w.monday order by w.monday`.execute(db);
  return rows;
}

export async function listFormStats(db: Reader, asked: StatsFilter) {
  const { rows } = await sql<{
    id: number;
    name: string;
    requests: number;
    running: number;
    average_hours: number | null;
  }>`
    select a.definition_id as id, max(d.name) as name, count(*)::int as requests,
      count(*) filter (where a.state in (0, 1))::int as running,
      avg(${hours('a.created_at', 'a.end_at')}) filter (where a.end_at is not null)::float8 as average_hours
    from approvals a join approval_definitions d on d.id = a.definition_id where ${some(asked)}
    group by 1 order by requests desc, 1 limit ${MOST}`.execute(db);
  return rows;
}

/** How long the steps of each node were open, and how many are open now. */
export async function listStepStats(db: Reader, asked: StatsFilter) {
  const { rows } = await sql<{
    proc_def_id: number;
    form: string;
    node: string;
    name: string;
    decided: number;
    average_hours: number | null;
    median_hours: number | null;
    waiting: number;
    overdue: number;
  }>`
    select a.definition_id as proc_def_id, max(d.name) as form, s.node, s.name,
      count(*) filter (where s.state in ('passed', 'refused'))::int as decided,
      avg(${hours('s.opened_at', 's.ended_at')}) filter (where s.state in ('passed', 'refused'))::float8 as average_hours,
      (percentile_cont(0.5) within group (order by ${hours('s.opened_at', 's.ended_at')})
        filter (where s.state in ('passed', 'refused')))::float8 as median_hours,
      count(*) filter (where s.state = 'open' and a.state = 1)::int as waiting,
      count(*) filter (where s.state = 'open' and a.state = 1 and s.due_at < ${asked.now})::int as overdue
    from approval_steps s join approvals a on a.id = s.approval_id join approval_definitions d on d.id = a.definition_id
    where s.kind = 'approver' and s.opened_at is not null and ${some(asked)}
    group by a.definition_id, s.node, s.name order by average_hours desc nulls last, waiting desc limit ${MOST}`.execute(
    db,
  );
  return rows;
}

/** How long requests wait for each person. */
export async function listPersonStats(db: Reader, asked: StatsFilter) {
  const { rows } = await sql<{
    userid: number;
    decided: number;
    waiting: number;
    average_hours: number | null;
    oldest_at: Date | null;
  }>`
    select m.userid, count(*) filter (where m.state in (2, 3) and m.acted_at is not null)::int as decided,
      count(*) filter (where m.state = 1 and a.state = 1)::int as waiting,
      avg(${hours('s.opened_at', 'm.acted_at')}) filter (where m.state in (2, 3))::float8 as average_hours,
      min(s.opened_at) filter (where m.state = 1 and a.state = 1) as oldest_at
    from approval_members m join approval_steps s on s.id = m.step_id and s.kind = 'approver' and s.opened_at is not null
    join approvals a on a.id = m.approval_id
    where m.state in (1, 2, 3) and ${some(asked)}
    group by 1 order by waiting desc, average_hours desc nulls last limit 50`.execute(db);
  return rows;
}

/** A request as a row of a workbook. */
export interface SheetRow {
  id: number;
  definition_id: number;
  version: number;
  name: string;
  userid: number;
  nickname: string;
  department: string;
  state: number;
  summary: { label: string; value: string }[];
  days: number;
  created_at: Date;
  end_at: Date | null;
  canceled_at: Date | null;
  waiting_for: string;
}
export interface SheetFilter {
  definitionId?: number;
  form?: string;
  state?: number;
  isFinished?: boolean;
  from: string;
  to: string;
}
/** @param forms  spellings of the form's name in lower case; null = any form */
export async function listSheetRows(
  db: Reader,
  wish: Omit<SheetFilter, 'form'>,
  forms: readonly string[] | null,
  { after, limit }: { after: number; limit: number },
): Promise<SheetRow[]> {
  const { definitionId, state, isFinished, from, to } = wish;
  const { rows } = await sql<SheetRow>`
    select a.id, a.definition_id, a.version, a.name, a.userid, coalesce(nullif(u.nickname, ''), split_part(u.email, '@', 1)) as nickname, a.department,
      a.state, a.summary, a.days, a.created_at, a.end_at, a.canceled_at,
      coalesce((select string_agg(distinct coalesce(nullif(p.nickname, ''), split_part(p.email, '@', 1)), ', ')
        from approval_members m join users p on p.userid = m.userid
        where m.approval_id = a.id and m.state = 1 and a.state = 1), '') as waiting_for
    from approvals a join users u on u.userid = a.userid
    where a.id > ${after} and a.created_at between ${from} and ${to}
      ${definitionId ? sql`and a.definition_id = ${definitionId}` : sql``}
      ${forms ? sql`and lower(a.name) = any(${[...forms]}::text[])` : sql``}
      ${state ? sql`and a.state = ${state}` : sql``}
      ${isFinished === undefined ? sql`` : isFinished ? sql`and a.state > 1` : sql`and a.state <= 1`}
    order by a.id limit ${limit}`.execute(db);
  return rows;
}

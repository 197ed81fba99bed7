import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

export interface BalanceRow {
  userid: number;
  type: string;
  year: number;
  granted: number;
  carried: number;
  used: number;
}

/** A year of balances, with its first moment and the first moment of the next year in the workspace's time zone. */
export interface LeaveYear {
  year: number;
  begin: Date;
  end: Date;
}

/** Days of requests that are approved or run, in a year by the day on which they begin. */
const used = ({ begin, end }: LeaveYear, except = 0) => sql`coalesce((
  select sum(a.days) from approvals a
  where a.userid = b.userid and a.leave_type = b.type and a.effect = 'leave' and a.state in (0, 1, 2)
    and a.canceled_at is null and a.id <> ${except}
    and a.away_from >= ${begin} and a.away_from < ${end}), 0)::float8`;

/** @param except  a request that does not count */
export async function findBalance(
  db: Reader,
  which: { userid: number; type: string; year: LeaveYear },
  { except = 0, lock = false } = {},
): Promise<BalanceRow | undefined> {
  const { rows } = await sql<BalanceRow>`
    select b.*, ${used(which.year, except)} as used from approval_balances b
    where b.userid = ${which.userid} and b.type = ${which.type} and b.year = ${which.year.year}
    ${lock ? sql`for update of b` : sql``}`.execute(db);
  return rows[0];
}

export async function listBalances(
  db: Reader,
  { year, type, userid }: { year: LeaveYear; type?: string | undefined; userid?: number | undefined },
): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    select b.*, ${used(year)} as used from approval_balances b
    join users u on u.userid = b.userid and u.delete_at is null and u.disable_at is null
    where b.year = ${year.year} ${type ? sql`and b.type = ${type}` : sql``} ${userid ? sql`and b.userid = ${userid}` : sql``}
    order by b.type, u.az, u.nickname, b.userid limit 20000`.execute(db);
  return rows;
}

/** Keeps what is not given. */
export async function storeBalances(
  db: Writer,
  userids: readonly number[],
  { type, year, granted, carried }: { type: string; year: number; granted: number; carried: number | undefined },
): Promise<void> {
  await sql`
    insert into approval_balances (userid, type, year, granted, carried)
    select u, ${type}, ${year}::int, ${granted}::float8, ${carried ?? 0}::float8 from unnest(${[...userids]}::int[]) u
    on conflict (userid, type, year) do update set granted = excluded.granted,
      carried = ${carried === undefined ? sql`approval_balances.carried` : sql`excluded.carried`}`.execute(db);
}

export async function deleteBalances(
  db: Writer,
  userids: readonly number[],
  type: string,
  year: number,
): Promise<void> {
  await db
    .deleteFrom('approval_balances')
    .where('userid', 'in', [...userids])
    .where('type', '=', type)
    .where('year', '=', year)
    .execute();
}

export interface AwayRow {
  userid: number;
  kind: 'leave' | 'trip';
  name: string;
  from: Date;
  to: Date;
}
/** Active people who are away by approved requests in a time; null = everybody. */
export async function listAway(
  db: Reader,
  from: Date,
  to: Date,
  userids: readonly number[] | null,
): Promise<AwayRow[]> {
  const { rows } = await sql<AwayRow>`
    select a.userid, a.effect as kind, a.name, a.away_from as "from", a.away_to as "to" from approvals a
    join users u on u.userid = a.userid and u.delete_at is null
    where a.effect <> 'none' and a.state = 2 and a.canceled_at is null and a.away_from < ${to} and a.away_to > ${from}
      ${userids ? sql`and a.userid = any(${[...userids]}::int[])` : sql``}
    order by a.away_from, a.userid limit 5000`.execute(db);
  return rows;
}

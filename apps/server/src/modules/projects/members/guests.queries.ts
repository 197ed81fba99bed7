import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

type Tx = Reader;

// Tasks store who may read them without being in their project (`tasks.guests`). What a project tells its members about
// its tasks is also sent to these people, as far as it concerns the tasks they read; members have it already.

/** The `t.guests` who are not in the project, as `g(userid)`. */
const outsiders = (projectId: number) => sql`
  cross join lateral unnest(t.guests) g(userid)
  where not exists (select 1 from project_users pu where pu.project_id = ${projectId} and pu.userid = g.userid)`;

/** The guests of a project's tasks, or of those in one column. */
export async function listGuests(
  tx: Tx,
  projectId: number,
  { columnId, isUnarchivedOnly = false }: { columnId?: number; isUnarchivedOnly?: boolean } = {},
): Promise<number[]> {
  const inColumn = columnId === undefined ? sql`true` : sql`t.column_id = ${columnId}`;
  const unarchived = isUnarchivedOnly ? sql`t.archived_at is null` : sql`true`;
  return userids(
    tx,
    sql`select distinct g.userid from tasks t ${outsiders(projectId)}
    and t.project_id = ${projectId} and t.guests <> '{}' and t.deleted_at is null and ${inColumn} and ${unarchived}`,
  );
}

/** Runs a change of tasks (`returning guests`) and returns the guests to notify. */
export const changeForGuests = (tx: Tx, projectId: number, change: RawBuilder<unknown>): Promise<number[]> =>
  userids(tx, sql`with t as (${change}) select distinct g.userid from t ${outsiders(projectId)}`);

async function userids(tx: Tx, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (query as RawBuilder<{ userid: number }>).execute(tx);
  return rows.map((row) => row.userid).sort((a, b) => a - b);
}

/** People, and all statuses of the tasks they read. */
export interface GuestStatuses {
  users: number[];
  items: number[];
}

/** Runs a change of statuses (`returning id, flow_item_id, guests`) and returns the guests of tasks on them. */
export async function changeStatusesForGuests(
  tx: Tx,
  projectId: number,
  change: RawBuilder<unknown>,
): Promise<GuestStatuses[]> {
  const { rows } = await sql<GuestStatuses>`
    with t as (${change}),
    affected as (select distinct g.userid from t ${outsiders(projectId)}),
    known as (
      select affected.userid, array_agg(distinct coalesce(t.flow_item_id, s.flow_item_id)) as items
      from affected
      join tasks s on s.project_id = ${projectId} and affected.userid = any(s.guests)
      left join t on t.id = s.id
      group by affected.userid
    )
    select items, array_agg(userid order by userid) as users from known group by items`.execute(tx);
  return rows;
}

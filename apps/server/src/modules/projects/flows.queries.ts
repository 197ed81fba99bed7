import type { FlowItem, FlowStatus } from '@atrium/contract/projects/flows.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { ProjectFlowItems, ProjectFlows } from '#platform/db/types';
import { changeStatusesForGuests, type GuestStatuses } from './members/guests.queries.ts';

type Tx = Reader;
export type FlowRow = Selectable<ProjectFlows>;
export type FlowItemRow = Selectable<ProjectFlowItems>;

export const presentFlowItem = (row: FlowItemRow): FlowItem => ({
  id: row.id,
  project_id: row.project_id,
  flow_id: row.flow_id,
  name: row.name,
  status: row.status as FlowStatus,
  color: row.color,
  turns: row.turns,
  userids: row.userids,
  usertype: row.usertype as FlowItem['usertype'],
  userlimit: row.userlimit,
  columnid: row.columnid,
  sort: row.sort,
});

export const findFlow = (tx: Tx, projectId: number): Promise<FlowRow | undefined> =>
  tx.selectFrom('project_flows').selectAll().where('project_id', '=', projectId).executeTakeFirst();

export const listFlowItems = (tx: Tx, projectIds: readonly number[]): Promise<FlowItemRow[]> =>
  projectIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('project_flow_items')
        .selectAll()
        .where('project_id', 'in', [...projectIds])
        .orderBy('sort')
        .orderBy('id')
        .execute();

/**
 * Locks the statuses for a change that moves a task to one of them: the workflow cannot change until it is committed.
 */
export async function lockFlowItems(tx: Tx, projectId: number): Promise<FlowItemRow[]> {
  const { rows } = await sql<FlowItemRow>`
    select i.* from project_flow_items i join project_flows f on f.id = i.flow_id
    where i.project_id = ${projectId} order by i.sort, i.id for share of f`.execute(tx);
  return rows;
}

/** Locks this project's workflow. Tasks that are being moved to a status finish first. */
export async function lockFlow(tx: Tx, projectId: number): Promise<FlowRow | undefined> {
  await sql`select 1 from projects where id = ${projectId} for no key update`.execute(tx);
  return tx.selectFrom('project_flows').selectAll().where('project_id', '=', projectId).forUpdate().executeTakeFirst();
}

export const insertFlow = (tx: Writer, projectId: number, name: string): Promise<FlowRow> =>
  tx.insertInto('project_flows').values({ project_id: projectId, name }).returningAll().executeTakeFirstOrThrow();

/** Ids for new statuses, so that their transitions can reference each other before they are inserted. */
export async function takeItemIds(tx: Writer, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('project_flow_items', 'id'))::int as id
    from generate_series(1, ${count}::int)`.execute(tx);
  return rows.map((row) => row.id);
}

/** Sets the statuses of a workflow to exactly these. */
export async function putItems(tx: Writer, flow: FlowRow, items: readonly Omit<FlowItem, 'flow_id' | 'project_id'>[]) {
  const ids = items.map((item) => item.id);
  await tx.deleteFrom('project_flow_items').where('flow_id', '=', flow.id).where('id', 'not in', ids).execute();
  await sql`
    insert into project_flow_items (id, project_id, flow_id, name, status, color, turns, userids, usertype, userlimit, columnid, sort)
    overriding system value
    select r.id, ${flow.project_id}, ${flow.id}, r.name, r.status, r.color, r.turns, r.userids, r.usertype, r.userlimit, r.columnid, r.sort
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) r(id int, name text, status text, color text, turns int[],
      userids int[], usertype text, userlimit int, columnid int, sort int)
    on conflict (id) do update set name = excluded.name, status = excluded.status, color = excluded.color,
      turns = excluded.turns, userids = excluded.userids, usertype = excluded.usertype,
      userlimit = excluded.userlimit, columnid = excluded.columnid, sort = excluded.sort`.execute(tx);
}

/** Tasks store the name of their status: renames are copied to them, and tasks of a deleted status get none. */
export const refreshTaskStatuses = (tx: Writer, projectId: number, now: Date): Promise<GuestStatuses[]> =>
  changeStatusesForGuests(
    tx,
    projectId,
    sql`
    update tasks t set flow_item_id = f.id, flow_item_name = f.name, updated_at = ${now}
    from (
      select s.id as task_id, coalesce(i.id, 0) as id, coalesce(i.status || '|' || i.name || '|' || i.color, '') as name
      from tasks s left join project_flow_items i on i.id = s.flow_item_id and i.project_id = s.project_id
      where s.project_id = ${projectId} and s.flow_item_id > 0
    ) f
    where t.id = f.task_id and (t.flow_item_id, t.flow_item_name) is distinct from (f.id, f.name)
    returning t.id, t.flow_item_id, t.guests`,
  );

/**
 * Removes people who left from the workflow, which then restricts and assigns to them nothing more; the receiver
 * replaces them. A status without people restricts and assigns nobody.
 */
export async function dropFlowPeople(
  tx: Writer,
  projectIds: readonly number[],
  userids: readonly number[],
  receiver = 0,
): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    update project_flow_items i set userids = left_over.userids,
      userlimit = case when cardinality(left_over.userids) = 0 then 0 else i.userlimit end,
      usertype = case when cardinality(left_over.userids) = 0 then 'add' else i.usertype end
    from (
      select f.id, array(
        select u from (
          select case when u = any(${[...userids]}::int[]) then ${receiver}::int else u end as u, n
          from unnest(f.userids) with ordinality p(u, n)
        ) after where u > 0 group by u order by min(n)
      ) as userids
      from project_flow_items f where f.project_id = any(${[...projectIds]}::int[]) and f.userids && ${[...userids]}::int[]
    ) left_over
    where left_over.id = i.id returning i.project_id`.execute(tx);
  return [...new Set(rows.map((row) => row.project_id))];
}

export const findFlows = (tx: Tx, projectIds: readonly number[]): Promise<FlowRow[]> =>
  projectIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('project_flows')
        .selectAll()
        .where('project_id', 'in', [...projectIds])
        .execute();

export async function deleteFlowRow(db: Writer, flowId: number): Promise<void> {
  await db.deleteFrom('project_flows').where('id', '=', flowId).execute();
}

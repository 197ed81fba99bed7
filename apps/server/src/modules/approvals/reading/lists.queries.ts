import type { ApprovalBox } from '@atrium/contract/approvals/lists.ts';
import { type RawBuilder, sql } from 'kysely';
import { likeText } from '#modules/users/users.service';
import type { Reader } from '#platform/db/pool';
import type { ApprovalRecord } from '../running/run.queries.ts';

/**
 * A condition on `approvals a`: the person is or was asked, was informed, or has acted. The initiator is not included.
 */
const takesPart = (userid: number) => sql<boolean>`(
  exists (select from approval_members m where m.approval_id = a.id and m.state <> 0
    and (m.userid = ${userid} or m.instead_of = ${userid}))
  or exists (select from approval_entries e where e.approval_id = a.id
    and (e.userid = ${userid} or (e.act in ('copy', 'transfer', 'replace', 'delegate') and ${userid} = any(e.userids)))))`;

export async function isParticipant(db: Reader, id: number, userid: number): Promise<boolean> {
  const { rows } = await sql`select 1 from approvals a where a.id = ${id} and ${takesPart(userid)}`.execute(db);
  return rows.length > 0;
}

/** True if the person may see at least one of these requests. */
export async function sharesApproval(db: Reader, ids: readonly number[], userid: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from approvals a where a.id = any(${[...ids]}::int[]) and (a.userid = ${userid} or ${takesPart(userid)})
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The initiator and all who take part. */
export async function listParticipants(db: Reader, id: number): Promise<number[]> {
  const { rows } = await sql<{ userid: number }>`
    select userid from approvals where id = ${id}
    union select userid from approval_members where approval_id = ${id} and state <> 0
    union select instead_of from approval_members where approval_id = ${id} and state <> 0 and instead_of > 0
    union select userid from approval_entries where approval_id = ${id} and userid > 0
    union select unnest(userids) from approval_entries where approval_id = ${id} and act in ('copy', 'transfer', 'replace', 'delegate')`.execute(
    db,
  );
  return rows.map(({ userid }) => userid);
}

export interface ApprovalFilter {
  box: ApprovalBox | 'copied_running' | 'copied_done';
  key?: string | undefined;
  definitionId?: number | undefined;
  /** Names of forms in all languages, one of which contains the key. */
  names: readonly string[];
  /** A part of the form's name, in each of its spellings. */
  forms?: readonly string[] | undefined;
  states?: readonly number[] | undefined;
  userid?: number | undefined;
  from?: Date | null | undefined;
  to?: Date | null | undefined;
  sort?: 'asc' | 'desc' | undefined;
  page: number;
  size: number;
}

const RUNNING = 1;
/** The condition of a list over `approvals a`. */
function boxOf(box: ApprovalFilter['box'], userid: number): RawBuilder<unknown> {
  switch (box) {
    case 'waiting':
      return sql`a.state = ${RUNNING} and exists (select from approval_members m
        where m.approval_id = a.id and m.userid = ${userid} and m.state = 1)`;
    case 'mine':
      return sql`a.userid = ${userid}`;
    case 'copied':
      return sql`exists (select from approval_entries e
        where e.approval_id = a.id and e.act = 'copy' and ${userid} = any(e.userids))`;
    case 'copied_running':
      return sql`a.state in (0, 1) and ${boxOf('copied', userid)}`;
    case 'copied_done':
      return sql`a.state > 1 and ${boxOf('copied', userid)}`;
    case 'done':
      return sql`exists (select from approval_entries e where e.approval_id = a.id and e.userid = ${userid}
        and e.act in ('approve', 'refuse', 'return', 'transfer', 'add_before', 'add_after'))`;
    case 'all':
      return sql`true`;
  }
}

function conditionsOf(wanted: ApprovalFilter, userid: number): RawBuilder<unknown> {
  const { key = '', names, forms, definitionId, states, from, to } = wanted;
  const words = key.trim();
  const parts = [
    boxOf(wanted.box, userid),
    ...(words
      ? [
          sql`(a.words ilike ${likeText(words)} or a.title ilike ${likeText(words)} or a.name = any(${[...names]}::text[])
            ${/^\d{1,9}$/.test(words) ? sql`or a.id = ${Number(words)}` : sql``})`,
        ]
      : []),
    ...(forms ? [sql`a.name ilike any(${forms.map(likeText)}::text[])`] : []),
    ...(definitionId ? [sql`a.definition_id = ${definitionId}`] : []),
    ...(states ? [sql`a.state = any(${[...states]}::int[])`] : []),
    ...(wanted.userid ? [sql`a.userid = ${wanted.userid}`] : []),
    ...(from ? [sql`a.created_at >= ${from}`] : []),
    ...(to ? [sql`a.created_at <= ${to}`] : []),
  ];
  return sql.join(parts, sql` and `);
}

export async function listApprovals(db: Reader, userid: number, wanted: ApprovalFilter) {
  const where = conditionsOf(wanted, userid);
  const order = wanted.sort === 'asc' ? sql`asc` : sql`desc`;
  const [{ rows }, count] = await Promise.all([
    sql<ApprovalRecord>`select a.* from approvals a where ${where} order by a.id ${order}
      limit ${wanted.size} offset ${(wanted.page - 1) * wanted.size}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from approvals a where ${where}`.execute(db),
  ]);
  return { rows, total: count.rows[0]?.n ?? 0 };
}

export async function countWaiting(db: Reader, userid: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct a.id)::int as n from approval_members m join approvals a on a.id = m.approval_id
    where m.userid = ${userid} and m.state = 1 and a.state = 1`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface OpenStep {
  approval_id: number;
  id: number;
  node: string;
  userid: number;
  instead_of: number;
}
/** The people who are asked now, by request. */
export async function listOpen(db: Reader, ids: readonly number[]): Promise<OpenStep[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OpenStep>`
    select m.approval_id, s.id, s.node, m.userid, m.instead_of from approval_members m
    join approval_steps s on s.id = m.step_id and s.state = 'open' join approvals a on a.id = m.approval_id and a.state = 1
    where m.approval_id = any(${[...ids]}::int[]) and m.state = 1 order by s.place, m.place`.execute(db);
  return rows;
}

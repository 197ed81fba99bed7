import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Exports } from '#platform/db/types';

type Tx = Reader;
export type ExportRow = Selectable<Exports>;

/** The requested selection; times as ISO text. */
export interface ExportSelection {
  userids: number[];
  time: [from: string, to: string] | null;
  type: 'taskTime' | 'createdTime';
}
export interface NewExport {
  userid: number;
  kind: 'task' | 'overdue' | 'talk' | 'checkin' | 'person' | 'approvals';
  project_id: number;
  dialog_id?: number;
  asked: string;
  lang: string;
}

export const insertExport = (tx: Writer, values: NewExport): Promise<ExportRow> =>
  tx.insertInto('exports').values(values).returningAll().executeTakeFirstOrThrow();

/** Lists a person's newest exports; with a project, only those of the project. */
export const listExports = (tx: Tx, userid: number, projectId: number | undefined, limit: number) =>
  tx
    .selectFrom('exports')
    .selectAll()
    .where('userid', '=', userid)
    // Other kinds of exports are delivered by the bot only.
    .where('kind', 'in', ['task', 'overdue'])
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Counts unfinished exports, without those that a killed server left behind. */
export async function countUnfinished(tx: Tx, userid: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from exports
    where userid = ${userid} and status in ('waiting', 'running') and created_at > now() - interval '1 hour'`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/** Returns undefined if the export has ended or was deleted. */
export const markRunning = (tx: Writer, id: number): Promise<ExportRow | undefined> =>
  tx
    .updateTable('exports')
    .set({ status: 'running', done: 0 })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();
export const updateExport = (tx: Writer, id: number, values: Partial<ExportRow>) =>
  tx.updateTable('exports').set(values).where('id', '=', id).execute();

/** Returns false if the export has expired meanwhile. */
export async function finishExport(tx: Writer, id: number, values: Partial<ExportRow>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('exports')
    .set(values)
    .where('id', '=', id)
    .where('expired_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Workbooks in the storage. */
const stored = (tx: Tx) => tx.selectFrom('exports').where('status', '=', 'done').where('token', '<>', '');

export async function countStoredExports(tx: Tx): Promise<number> {
  const { n } = await stored(tx)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const listStoredExports = (tx: Tx, after: number, limit: number) =>
  stored(tx).select(['id', 'token']).where('id', '>', after).orderBy('id').limit(limit).execute();

export async function listExistingExports(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await stored(tx)
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export const findByToken = (tx: Tx, token: string): Promise<ExportRow | undefined> =>
  tx.selectFrom('exports').selectAll().where('token', '=', token).where('token', '<>', '').executeTakeFirst();

export const findExport = (tx: Tx, id: number): Promise<ExportRow | undefined> =>
  tx.selectFrom('exports').selectAll().where('id', '=', id).where('token', '<>', '').executeTakeFirst();

/** Exports whose file has expired. */
export const listExpired = (tx: Tx, now: Date): Promise<ExportRow[]> =>
  tx.selectFrom('exports').selectAll().where('expired_at', '<', now).where('token', '<>', '').limit(100).execute();

/** A message as a row. */
export interface ExportedMessage {
  id: number;
  created_at: Date;
  nickname: string;
  email: string;
  type: string;
  mtype: string;
  msg: Record<string, unknown>;
  reply_id: number;
  emoji: { symbol: string; userids: number[] }[];
  /** The full text of a long message. */
  content: string | null;
  content_type: string | null;
}
export async function countMessages(tx: Tx, dialogId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from messages where dialog_id = ${dialogId} and deleted_at is null`.execute(tx);
  return rows[0]?.n ?? 0;
}
export async function listNextMessages(
  tx: Tx,
  dialogId: number,
  after: number,
  limit: number,
): Promise<ExportedMessage[]> {
  const { rows } = await sql<ExportedMessage>`
    select m.id, m.created_at, coalesce(u.nickname, '') as nickname, coalesce(u.email, '') as email,
      m.type, m.mtype, m.msg, m.reply_id, m.emoji, left(t.content, 100000) as content, t.type as content_type
    from messages m left join message_texts t on t.msg_id = m.id left join users u on u.userid = m.userid
    where m.dialog_id = ${dialogId} and m.deleted_at is null and m.id > ${after} order by m.id limit ${limit}`.execute(
    tx,
  );
  return rows;
}

// Contents -----------------------------------------------------------------------------------------------------------

/** A task as a row. Durations in seconds. */
export interface TaskLine {
  sheet: number;
  id: number;
  parent_id: number;
  project_name: string;
  name: string;
  tags: string[];
  start_at: Date | null;
  end_at: Date | null;
  complete_at: Date | null;
  archived_at: Date | null;
  created_at: Date;
  flow_item_name: string;
  in_progress: number;
  in_test: number;
  owners: string;
  creator: string;
}

export interface Selection {
  kind: 'task' | 'overdue';
  projectId: number;
  asked: ExportSelection;
  now: Date;
}

/** A person's sheet has the tasks they own; without people there is one sheet, 0. */
function lines({ kind, projectId, asked, now }: Selection) {
  const { userids, time, type } = asked;
  const from = time?.[0];
  const to = time?.[1];
  const within = !time
    ? sql`true`
    : type === 'createdTime'
      ? sql`t.created_at between ${from} and ${to}`
      : sql`(t.start_at between ${from} and ${to} or t.end_at between ${from} and ${to}
          or (t.start_at < ${from} and t.end_at > ${to}))`;
  return sql`
    from tasks t
    join projects p on p.id = t.project_id and p.deleted_at is null
    left join users c on c.userid = t.userid
    ${userids.length > 0 ? sql`join task_users tu on tu.task_id = t.id and tu.owner = 1 and tu.userid = any(${userids}::int[])` : sql``}
    where t.deleted_at is null and ${within}
      and ${projectId > 0 ? sql`t.project_id = ${projectId}` : sql`true`}
      and ${
        kind === 'overdue'
          ? sql`t.end_at < ${now} and t.complete_at is null and t.archived_at is null and p.archived_at is null`
          : sql`true`
      }`;
}
/** The nickname, or the first part of the email address. */
const shownName = (user: RawBuilder<unknown>) =>
  sql`coalesce(nullif(${user}.nickname, ''), split_part(${user}.email, '@', 1))`;
export async function listNames(tx: Tx, userids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ userid: number; name: string }>`
    select u.userid, ${shownName(sql`u`)} as name from users u where u.userid = any(${userids}::int[])`.execute(tx);
  return new Map(rows.map(({ userid, name }) => [userid, name]));
}
const sheetOf = ({ asked }: Selection) => (asked.userids.length > 0 ? sql`tu.userid` : sql`0`);

export async function countLines(tx: Tx, selection: Selection): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${lines(selection)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * Reads the rows after a given one, in the order of sheets and tasks. The time a task spent in each kind of status
 * follows from its changes.
 */
export async function nextLines(
  tx: Tx,
  selection: Selection,
  after: { sheet: number; id: number },
  limit: number,
): Promise<TaskLine[]> {
  const sheet = sheetOf(selection);
  const { rows } = await sql<TaskLine>`
    select l.*, coalesce(f.in_progress, 0)::float8 as in_progress, coalesce(f.in_test, 0)::float8 as in_test,
      coalesce(o.names, '') as owners
    from (
      select ${sheet} as sheet, t.id, t.parent_id, p.name as project_name, t.name, t.start_at, t.end_at, t.complete_at,
        t.archived_at, t.created_at, t.flow_item_name, coalesce(${shownName(sql`c`)}, '') as creator,
        array(select tag ->> 'name' from jsonb_array_elements(t.task_tag) tag) as tags
      ${lines(selection)} and (${sheet}, t.id) > (${after.sheet}::int, ${after.id}::int)
      order by 1, 2 limit ${limit}
    ) l
    left join lateral (
      select sum(s.seconds) filter (where s.after_name like 'progress|%') as in_progress,
        sum(s.seconds) filter (where s.after_name like 'test|%') as in_test
      from (
        select after_name, greatest(0, extract(epoch from
          coalesce(lead(created_at) over (order by id), l.complete_at, ${selection.now}) - created_at)) as seconds
        from task_flow_changes where task_id = l.id
      ) s
    ) f on true
    left join lateral (
      select string_agg(${shownName(sql`u`)}, ', ' order by u.userid) as names
      from task_users tu join users u on u.userid = tu.userid where tu.task_id = l.id and tu.owner = 1
    ) o on true
    order by l.sheet, l.id`.execute(tx);
  return rows;
}

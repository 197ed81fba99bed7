import { sql } from 'kysely';
import { peerOf } from '#modules/dialogs/peer.access';
import type { Reader } from '#platform/db/pool';

type Tx = Reader;

export interface Month {
  /** The first day of the month. */
  from: string;
  /** The estimated number of messages of the month; a new month counts as empty. */
  messages: number;
}
/** The months that have messages, newest first. */
export async function listMonths(tx: Tx): Promise<Month[]> {
  const { rows } = await sql<{ name: string; messages: number }>`
    select c.relname as name, greatest(c.reltuples, 0)::int as messages
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'search_messages'::regclass order by 1 desc`.execute(tx);
  return rows.map(({ name, messages }) => ({ from: `${name.slice(-6, -2)}-${name.slice(-2)}-01`, messages }));
}

// Finding messages ---------------------------------------------------------------------------------------------------

export interface Place {
  at: string;
  id: number;
}
export interface CandidateFilter {
  dialogIds: readonly number[];
  query: string | null;
  /** True if these conversations have so few messages that all can be scanned. */
  isFew: boolean;
  from: string;
  /** Only messages that are older than this one. */
  below: Place;
  limit: number;
}
/** Messages that may match, newest first; the caller has limited `dialogIds` to those the person may open. */
export async function listCandidates(tx: Tx, filter: CandidateFilter): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select id, at from search_newest(${filter.dialogIds}::int[], ${filter.query}::tsquery, ${filter.isFew},
      ${filter.from}::timestamptz, ${filter.below.at}::timestamptz, ${filter.below.id}, ${filter.limit})`.execute(tx);
  return rows;
}

export interface Candidate {
  id: number;
  dialog_id: number;
  userid: number;
  type: string;
  mtype: string;
  msg: Record<string, unknown>;
  emoji: { symbol: string }[];
  search_key: string;
  content: string | null;
  content_type: string | null;
  created_at: Date;
}
/** The messages in their current state, without withdrawn ones. */
export async function listFound(tx: Tx, ids: readonly number[], dialogIds: readonly number[]): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Candidate>`
    select m.id, m.dialog_id, m.userid, m.type, m.mtype, m.msg, m.emoji, m.search_key, m.created_at,
      left(t.content, 100000) as content, t.type as content_type
    from messages m left join message_texts t on t.msg_id = m.id
    where m.id = any(${ids}::int[]) and m.dialog_id = any(${dialogIds}::int[]) and m.deleted_at is null`.execute(tx);
  return rows;
}

/** Lists the newest tagged messages, which have an index of their own. */
export async function listTagged(tx: Tx, dialogIds: readonly number[], limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages where dialog_id = any(${dialogIds}::int[]) and tag > 0 and deleted_at is null
    order by id desc limit ${limit}`.execute(tx);
  return rows.map((row) => row.id);
}

/** The given conversations whose name, as the caller sees it, contains these words. */
export async function listNamedDialogs(
  tx: Tx,
  userid: number,
  ids: readonly number[],
  like: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from dialogs d
    left join projects p on d.group_type = 'project' and p.id = d.link_id
    left join tasks t on d.group_type = 'task' and t.id = d.link_id
    left join users u on d.pair is not null and u.userid = ${peerOf(userid)}
    where d.id = any(${ids}::int[]) and (coalesce(p.name, t.name, d.name) ilike ${like}
      or u.nickname ilike ${like} or u.pinyin ilike ${like} or split_part(u.email, '@', 1) ilike ${like})`.execute(tx);
  return rows.map((row) => row.id);
}

/** People whose name contains these words, deleted ones too: their messages remain. */
export async function listNamedPeople(tx: Tx, like: string): Promise<number[]> {
  const { rows } = await sql<{ userid: number }>`
    select userid from users where nickname ilike ${like} or pinyin ilike ${like}
      or split_part(email, '@', 1) ilike ${like} or email ilike ${like} order by userid limit 50`.execute(tx);
  return rows.map((row) => row.userid);
}

/** The given ids whose messages are of a kind, in order. */
export async function filterByKind(tx: Tx, ids: readonly number[], kind: string): Promise<number[]> {
  const is =
    kind === 'link'
      ? sql`link = 1`
      : kind === 'tag'
        ? sql`tag > 0`
        : kind === 'todo'
          ? sql`todo > 0`
          : sql`mtype = ${kind}`;
  const { rows } = await sql<{ id: number }>`
    select id from messages where id = any(${[...ids]}::int[]) and ${is} order by id`.execute(tx);
  return rows.map((row) => row.id);
}

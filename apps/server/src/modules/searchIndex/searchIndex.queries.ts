import { type RawBuilder, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Kind } from './match.service.ts';

type Tx = Reader;

export interface Document {
  id: number;
  terms: readonly string[];
}

interface Source {
  table: string;
  id: string;
  access: string;
  /** Condition for a row `x` to be searchable. */
  alive: string;
  /** Terms of a row `x` that the database has already. */
  more?: string;
}
const sources: Record<Kind, Source> = {
  user: { table: 'users', id: 'userid', access: '0', alive: 'x.delete_at is null' },
  project: { table: 'projects', id: 'id', access: 'x.id', alive: 'x.deleted_at is null' },
  dialog: { table: 'dialogs', id: 'id', access: 'x.id', alive: "x.deleted_at is null and x.type = 'group'" },
  task: { table: 'tasks', id: 'id', access: 'x.project_id', alive: 'x.deleted_at is null' },
  // The file area checks the access to files: its rule is part of every search for files.
  file: {
    ...{ table: 'files', id: 'id', access: '0', alive: 'x.deleted_at is null' },
    // The content of the file is too much to be split into terms here.
    more: 'coalesce((select t.terms from file_texts t where t.stored_id = x.stored_id), $$$$::tsvector)',
  },
  message: { table: 'messages', id: 'id', access: 'x.dialog_id', alive: "x.deleted_at is null and x.type <> 'notice'" },
};
const part = (kind: Kind, name: Exclude<keyof Source, 'more'>) => sql.raw(sources[kind][name]);

/** Writes documents from the current state; deletes those of deleted things. */
export async function writeDocuments(tx: Writer, kind: Kind, documents: readonly Document[]): Promise<void> {
  if (documents.length === 0) return;
  const ids = documents.map((document) => document.id);
  const terms = documents.map((document) => document.terms.join(' '));
  const given = sources[kind].more;
  const more = given ? sql` || ${sql.raw(given)}` : sql``;
  await sql`
    insert into search (kind, id, access, at, tsv)
    select ${kind}, x.${part(kind, 'id')}, ${part(kind, 'access')}, x.created_at,
      array_to_tsvector(string_to_array(d.terms, ' '))${more}
    from unnest(${ids}::int[], ${terms}::text[]) d(id, terms) join ${part(kind, 'table')} x on x.${part(kind, 'id')} = d.id
    where ${part(kind, 'alive')}
    on conflict (kind, id, at) do update set access = excluded.access, tsv = excluded.tsv
      where (search.access, search.tsv) is distinct from (excluded.access, excluded.tsv)`.execute(tx);
}

/** Deletes the documents of deleted things. */
export async function dropDocuments(tx: Writer, kind: Kind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from search s where s.kind = ${kind} and s.id = any(${ids}::int[]) and not exists (
    select 1 from ${part(kind, 'table')} x where x.${part(kind, 'id')} = s.id and ${part(kind, 'alive')})`.execute(tx);
}

/** Lists the next ids below one, to walk through a kind from newest to oldest. */
export async function listIdsBelow(tx: Tx, kind: Kind, below: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select x.${part(kind, 'id')} as id from ${part(kind, 'table')} x where x.${part(kind, 'id')} < ${below}
    order by 1 desc limit ${limit}`.execute(tx);
  return rows.map((row) => row.id);
}

export async function countSources(tx: Tx, kind: Kind, below: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${part(kind, 'table')} x where x.${part(kind, 'id')} < ${below}`.execute(tx);
  return rows[0]?.n ?? 0;
}

// Sources of documents ------------------------------------------------------------------------------------------------

export interface NamedRow {
  id: number;
  name: string;
  more: string;
}
/** Names and other texts of users, projects, conversations and tasks. */
export async function listNamed(tx: Tx, kind: Exclude<Kind, 'message'>, ids: readonly number[]): Promise<NamedRow[]> {
  const query: Record<typeof kind, RawBuilder<NamedRow>> = {
    user: sql`select userid as id, case when nickname = '' then split_part(email, '@', 1) else nickname end as name,
        profession as more from users where userid = any(${ids}::int[])`,
    project: sql`select id, name, "desc" as more from projects where id = any(${ids}::int[])`,
    file: sql`select id, name, ext as more from files where id = any(${ids}::int[])`,
    dialog: sql`select id, name, '' as more from dialogs where id = any(${ids}::int[])`,
    task: sql`select t.id, t.name, concat_ws(' ', c.content, (select string_agg(tag ->> 'name', ' ') from jsonb_array_elements(t.task_tag) tag)) as more
      from tasks t left join lateral (
        select content from task_contents where task_id = t.id order by id desc limit 1
      ) c on true where t.id = any(${ids}::int[])`,
  };
  return (await query[kind].execute(tx)).rows;
}

export interface MessageSource {
  id: number;
  userid: number;
  mtype: string;
  search_key: string;
  link: number;
  modify: number;
  reply_id: number;
  mentions: number[];
  /** The month, `YYYY-MM-01`. */
  month: string;
  content: string | null;
  content_type: string | null;
}
export async function listMessageSources(tx: Tx, ids: readonly number[]): Promise<MessageSource[]> {
  const { rows } = await sql<MessageSource>`
    select m.id, m.userid, m.mtype, m.search_key, m.link, m.modify, m.reply_id, m.mentions,
      to_char(m.created_at at time zone 'utc', 'YYYY-MM-01') as month, left(t.content, 100000) as content, t.type as content_type
    from messages m left join message_texts t on t.msg_id = m.id
    where m.id = any(${ids}::int[]) and m.deleted_at is null and m.type <> 'notice'`.execute(tx);
  return rows;
}

const monthTable = (month: string) => `search_messages_${month.slice(0, 7).replace('-', '')}`;

/** Creates the index's partition for a month. */
export async function makeMonth(tx: Tx, month: string): Promise<void> {
  const name = monthTable(month);
  const { rows } = await sql<{ known: boolean }>`select to_regclass(${`public.${name}`}) is not null as known`.execute(
    tx,
  );
  if (rows[0]?.known) return;
  const first = new Date(`${month}T00:00:00Z`);
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)).toISOString();
  await sql`create table if not exists ${sql.table(name)} partition of search_messages
    for values from (${sql.lit(first.toISOString())}) to (${sql.lit(next)})`.execute(tx);
}

export async function insertIndexRequests(db: Writer, kind: Kind, ids: readonly number[]): Promise<void> {
  await sql`insert into search_wanted (kind, id) select ${kind}, i from unnest(${ids}::int[]) i
    on conflict do nothing`.execute(db);
}

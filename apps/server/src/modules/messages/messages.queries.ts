import type { RawBuilder, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { peerOf } from '#modules/dialogs/peer.access';
import type { Reader, Writer } from '#platform/db/pool';
import type { Dialogs, Messages } from '#platform/db/types';

type Tx = Reader;

/** True if somebody still has to do something about a message. People who left its conversation never will. */
export const hasOpenTodo = (msgId: RawBuilder<unknown>) => sql`exists (
  select 1 from message_todos t join dialog_members dm on dm.dialog_id = t.dialog_id and dm.userid = t.userid
  where t.msg_id = ${msgId} and t.done_at is null)`;

export type MessageRow = Selectable<Messages>;

export interface MessageView extends MessageRow {
  dialog_type: string;
  /** The percentage of other members who have read the message. */
  read: number;
  /** True if the viewer has read it. */
  is_read: boolean;
  /** 1 for a voice message that the viewer has not played. */
  dot: number;
  /** The transcript, for a viewer who requested it. */
  transcript: string | null;
  /** 1 if all assignees are done. */
  todo_done: number;
  reply: { id: number; userid: number; type: string; msg: Record<string, unknown> } | null;
}

/**
 * The messages of `page`, a query of `messages`, as a viewer sees them.
 *
 * Readers are counted in one pass through the members of each conversation, not in one for each message: members with
 * the same part of the page read, nearly always all or nothing, are counted together. In these groups the author counts
 * as a reader, and is subtracted again.
 */
const seenBy = (userid: number, page: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<MessageView>`
  with page as materialized (${page}), spans as (
    select dialog_id, min(seq) as first, int4multirange(int4range(min(seq), max(seq) + 1)) as seqs from page group by dialog_id
  ), groups as materialized (
    select r.dialog_id, r.read * s.seqs as seqs, greatest(r.join_seq, s.first - 1) as joined, count(*)::int as people
    from spans s join dialog_members r on r.dialog_id = s.dialog_id group by 1, 2, 3
  )
  select m.*, d.type as dialog_type,
    case when m.todo > 0 then (not ${hasOpenTodo(sql`m.id`)})::int else 1 end as todo_done,
    coalesce((select sum(g.people) from groups g where g.dialog_id = m.dialog_id and g.seqs @> m.seq and g.joined < m.seq), 0)::int
      - (author.userid is not null)::int as read,
    coalesce(me.read @> m.seq, true) as is_read,
    case when m.type = 'record' and m.userid <> ${userid} and me.join_seq < m.seq
      then (not exists (select 1 from message_played h where h.msg_id = m.id and h.userid = ${userid}))::int else 0 end as dot,
    case when m.type = 'record' then (select w.text from message_transcripts w where w.msg_id = m.id
      and ${userid}::int = any(w.userids)) end as transcript,
    case when q.id is null then null else jsonb_build_object('id', q.id, 'userid', q.userid, 'type', q.type,
      'msg', q.msg - '{reply_data,forward_data,votes}'::text[]) end as reply
  from page m join dialogs d on d.id = m.dialog_id
    left join messages q on m.reply_id > 0 and q.id = m.reply_id and q.deleted_at is null
    left join dialog_members me on me.dialog_id = m.dialog_id and me.userid = ${userid}
    left join dialog_members author on author.dialog_id = m.dialog_id and author.userid = m.userid
      and author.read @> m.seq and author.join_seq < m.seq
  order by ${order}`;

export interface MessageFilter {
  /** The open session, if the conversation has sessions. */
  session?: number;
  replyTo?: number;
  /** A search class, or `link`. */
  kind?: string;
}

function filterOf(filter: MessageFilter): RawBuilder<unknown> {
  const all = [sql`m.deleted_at is null`];
  if (filter.session) all.push(sql`m.session_id = ${filter.session}`);
  if (filter.replyTo) all.push(sql`m.reply_id = ${filter.replyTo}`);
  switch (filter.kind) {
    case undefined:
      break;
    case 'link':
      all.push(sql`m.link = 1`);
      break;
    case 'tag':
    case 'todo':
      all.push(filter.kind === 'tag' ? sql`m.tag > 0` : sql`m.todo > 0`);
      break;
    default:
      all.push(sql`m.mtype = ${filter.kind}`);
  }
  return sql.join(all, sql` and `);
}

/** Lists messages newest first: ids up to `upTo`, or all. */
export async function listBefore(
  tx: Tx,
  userid: number,
  dialogId: number,
  upTo: number | null,
  take: number,
  filter: MessageFilter,
) {
  const bound = upTo ? sql`and m.id <= ${upTo}` : sql``;
  const page = sql`select m.* from messages m
    where m.dialog_id = ${dialogId} and ${filterOf(filter)} ${bound} order by m.id desc limit ${take}`;
  const { rows } = await seenBy(userid, page, sql`m.id desc`).execute(tx);
  return rows;
}

/** Lists messages oldest first: ids from `from` on. */
export async function listAfter(
  tx: Tx,
  userid: number,
  dialogId: number,
  from: number,
  take: number,
  filter: MessageFilter,
) {
  const page = sql`select m.* from messages m
    where m.dialog_id = ${dialogId} and ${filterOf(filter)} and m.id >= ${from} order by m.id limit ${take}`;
  const { rows } = await seenBy(userid, page, sql`m.id`).execute(tx);
  return rows;
}

export async function listMessagesById(tx: Tx, userid: number, ids: readonly number[]): Promise<MessageView[]> {
  if (ids.length === 0) return [];
  const page = sql`select m.* from messages m where m.id = any(${ids}) and m.deleted_at is null`;
  const { rows } = await seenBy(userid, page, sql`m.id`).execute(tx);
  return rows;
}

/** The ids before and after a page, 0 if there is none. */
export async function edgesOf(tx: Tx, dialogId: number, oldest: number, newest: number, filter: MessageFilter) {
  const { rows } = await sql<{ prev_id: number; next_id: number }>`
    select coalesce((select m.id from messages m where m.dialog_id = ${dialogId} and m.id < ${oldest} and ${filterOf(filter)} order by m.id desc limit 1), 0) as prev_id,
      coalesce((select m.id from messages m where m.dialog_id = ${dialogId} and m.id > ${newest} and ${filterOf(filter)} order by m.id limit 1), 0) as next_id`.execute(
    tx,
  );
  return rows[0] ?? { prev_id: 0, next_id: 0 };
}

export const findMessage = (tx: Tx, id: number): Promise<MessageRow | undefined> =>
  tx.selectFrom('messages').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

export const findMessages = (tx: Tx, ids: readonly number[]): Promise<MessageRow[]> =>
  tx
    .selectFrom('messages')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

export const lockMessage = (tx: Tx, id: number): Promise<MessageRow | undefined> =>
  tx
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const findByMutation = (tx: Tx, userid: number, mutation: string) =>
  tx
    .selectFrom('messages')
    .select('id')
    .where('userid', '=', userid)
    .where('mutation_id', '=', mutation)
    .executeTakeFirst();

interface Kinds {
  has_tag: boolean;
  has_todo: boolean;
  has_image: boolean;
  has_file: boolean;
  has_link: boolean;
}
const NONE: Kinds = { has_tag: false, has_todo: false, has_image: false, has_file: false, has_link: false };

/** The kinds of messages in a dialog, for its tabs. */
export async function kindsIn(tx: Tx, dialogId: number): Promise<Kinds> {
  const { rows } = await sql<Kinds>`
    select exists (select 1 from messages where dialog_id = ${dialogId} and deleted_at is null and tag > 0) as has_tag,
      exists (select 1 from messages where dialog_id = ${dialogId} and deleted_at is null and todo > 0) as has_todo,
      exists (select 1 from messages where dialog_id = ${dialogId} and deleted_at is null and mtype = 'image') as has_image,
      exists (select 1 from messages where dialog_id = ${dialogId} and deleted_at is null and mtype = 'file') as has_file,
      exists (select 1 from messages where dialog_id = ${dialogId} and deleted_at is null and link = 1 limit 1) as has_link`.execute(
    tx,
  );
  return rows[0] ?? NONE;
}

interface FileRow {
  id: number;
  token: string;
  name: string;
  ext: string;
  size: string;
  dialog_id: number;
  dialog_name: string;
}

export async function clearUnreadMark(db: Writer, dialogId: number, userid: number): Promise<void> {
  await db
    .updateTable('dialog_members')
    .set({ mark_unread: 0, updated_at: sql`greatest(updated_at, clock_timestamp())` })
    .where('dialog_id', '=', dialogId)
    .where('userid', '=', userid)
    .execute();
}

export function listReplyCounts(db: Reader, ids: readonly number[]) {
  return db
    .selectFrom('messages')
    .select(['id', 'reply_num'])
    .where('id', 'in', [...ids])
    .execute();
}

export function findFullText(db: Reader, msgId: number) {
  return db.selectFrom('message_texts').selectAll().where('msg_id', '=', msgId).executeTakeFirst();
}

export function listReadableSeqs(db: Reader, userid: number, ids: number[]) {
  return db
    .selectFrom('messages')
    .innerJoin('dialog_members', (join) =>
      join.onRef('dialog_members.dialog_id', '=', 'messages.dialog_id').on('dialog_members.userid', '=', userid),
    )
    .innerJoin('dialogs', 'dialogs.id', 'messages.dialog_id')
    .select(['messages.id', 'messages.dialog_id', 'messages.seq', 'dialogs.last_seq'])
    .where('messages.id', 'in', ids)
    .orderBy('messages.dialog_id')
    .execute();
}

export async function listReaderRows(db: Reader, seq: number, dialogId: number, userid: number) {
  const { rows } = await sql<{ userid: number; is_read: boolean; updated_at: Date }>`
    select userid, read @> ${seq}::int as is_read, updated_at from dialog_members
    where dialog_id = ${dialogId} and userid <> ${userid} and join_seq < ${seq}
    order by is_read desc, id`.execute(db);
  return rows;
}

export async function emptyMessage(db: Writer, now: Date, msgId: number): Promise<void> {
  await db
    .updateTable('messages')
    .set({ deleted_at: now, updated_at: now, msg: '{}', search_key: '', tag: 0, todo: 0 })
    .where('id', '=', msgId)
    .execute();
}

export async function deleteMentionsOf(db: Writer, dialogId: number, seq: number): Promise<void> {
  await db.deleteFrom('message_mentions').where('dialog_id', '=', dialogId).where('seq', '=', seq).execute();
}

export async function deleteWordsOf(
  db: Writer,
  words: 'message_texts' | 'message_transcripts' | 'message_translations',
  msgId: number,
): Promise<void> {
  await db.deleteFrom(words).where('msg_id', '=', msgId).execute();
}

export function addDeletedSeq(db: Writer, dialogId: number, seq: number, fields: Updateable<Dialogs>) {
  return db
    .updateTable('dialogs')
    .set({ ...fields, gone: sql`gone + int4multirange(int4range(${seq}::int, ${seq + 1}::int))` })
    .where('id', '=', dialogId)
    .returning([sql<number>`multirange_size(gone)`.as('gone'), 'last_at'])
    .executeTakeFirstOrThrow();
}

export async function setLastAt(db: Writer, dialogId: number, at: Date): Promise<void> {
  await db.updateTable('dialogs').set({ last_at: at }).where('id', '=', dialogId).execute();
}

export function decrementReplies(db: Writer, replyId: number) {
  return db
    .updateTable('messages')
    .set((eb) => ({ reply_num: sql`greatest(${eb.ref('reply_num')} - 1, 0)` }))
    .where('id', '=', replyId)
    .returning('reply_num')
    .executeTakeFirst();
}

export async function setMessageEmoji(db: Writer, emoji: string, now: Date, msgId: number): Promise<void> {
  await db.updateTable('messages').set({ emoji, updated_at: now }).where('id', '=', msgId).execute();
}

export async function listRecentMessageFiles(db: Reader, userid: number, files: number[], dialogs: number[]) {
  const { rows } = await sql<FileRow>`
      select distinct f.id, f.token, f.name, f.ext, f.size, d.id as dialog_id,
        case when d.pair is null then d.name else coalesce((
          select coalesce(nullif(u.nickname, ''), split_part(u.email, '@', 1)) from users u
          where u.userid = ${peerOf(userid)}), '') end as dialog_name
      from message_files mf join stored_files f on f.id = mf.file_id join dialogs d on d.id = mf.dialog_id
      where mf.file_id = any(${files}::int[]) and mf.dialog_id = any(${dialogs}::int[])`.execute(db);
  return rows;
}

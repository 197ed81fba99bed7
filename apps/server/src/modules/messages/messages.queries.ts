import type { RawBuilder, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';
import type { Messages } from '#platform/db/types';

type Tx = Reader;
export type MessageRow = Selectable<Messages>;

export interface MessageView extends MessageRow {
  dialog_type: string;
  /** How many of the others have read it. */
  read: number;
  /** The viewer has read it. */
  is_read: boolean;
  /** A voice message that the viewer has not listened to. */
  dot: number;
  /** What was said in it, for a viewer who asked. */
  transcript: string | null;
  /** Everybody who was to do something about it has done it. */
  todo_done: number;
  reply: { id: number; userid: number; type: string; msg: Record<string, unknown> } | null;
}

/** How far each message is read, and whether the viewer has read it: containment in ranges, on the page's rows only. */
const columns = (userid: number) => sql`
  m.*, d.type as dialog_type,
  case when m.todo > 0 then (not exists (select 1 from message_todos t where t.msg_id = m.id and t.done_at is null))::int
    else 1 end as todo_done,
  (select count(*)::int from dialog_members r where r.dialog_id = m.dialog_id and r.userid <> m.userid
    and r.read @> m.seq and r.join_seq < m.seq) as read,
  coalesce((select me.read @> m.seq from dialog_members me where me.dialog_id = m.dialog_id and me.userid = ${userid}), true) as is_read,
  case when m.type = 'record' and m.userid <> ${userid} then (exists (select 1 from dialog_members me where me.dialog_id = m.dialog_id
    and me.userid = ${userid} and me.join_seq < m.seq) and not exists (select 1 from message_heard h where h.msg_id = m.id
    and h.userid = ${userid}))::int else 0 end as dot,
  case when m.type = 'record' then (select w.text from message_transcripts w where w.msg_id = m.id
    and ${userid}::int = any(w.userids)) end as transcript,
  case when q.id is null then null else jsonb_build_object('id', q.id, 'userid', q.userid, 'type', q.type,
    'msg', q.msg - '{reply_data,forward_data,votes}'::text[]) end as reply`;

const source = sql`messages m join dialogs d on d.id = m.dialog_id
  left join messages q on m.reply_id > 0 and q.id = m.reply_id and q.deleted_at is null`;

export interface MessageFilter {
  /** Where the conversation has sessions, the one that is open. */
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

/** Newest first: ids up to `upTo`, or all. */
export async function listBefore(
  tx: Tx,
  userid: number,
  dialogId: number,
  upTo: number | null,
  take: number,
  filter: MessageFilter,
) {
  const bound = upTo ? sql`and m.id <= ${upTo}` : sql``;
  const { rows } = await sql<MessageView>`select ${columns(userid)} from ${source}
    where m.dialog_id = ${dialogId} and ${filterOf(filter)} ${bound} order by m.id desc limit ${take}`.execute(tx);
  return rows;
}

/** Oldest first: ids from `from` on. */
export async function listAfter(
  tx: Tx,
  userid: number,
  dialogId: number,
  from: number,
  take: number,
  filter: MessageFilter,
) {
  const { rows } = await sql<MessageView>`select ${columns(userid)} from ${source}
    where m.dialog_id = ${dialogId} and ${filterOf(filter)} and m.id >= ${from} order by m.id limit ${take}`.execute(
    tx,
  );
  return rows;
}

export async function listMessagesById(tx: Tx, userid: number, ids: readonly number[]): Promise<MessageView[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MessageView>`select ${columns(userid)} from ${source}
    where m.id = any(${ids}) and m.deleted_at is null order by m.id`.execute(tx);
  return rows;
}

/** The ids before and after a page, 0 without one. */
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

/** Which kinds of message a dialog holds, for its tabs. */
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

import type { Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { matches } from '#modules/searchIndex/match.access';
import { likeText } from '#modules/users/users.service';
import type { Reader, Writer } from '#platform/db/pool';
import type { DialogMembers, Dialogs } from '#platform/db/types';
import { peerOf } from './peer.access.ts';
import { seesTask, seesTaskAsHead } from './taskSight.access.ts';

type Tx = Reader;
export type DialogRow = Selectable<Dialogs>;
export type MemberRow = Selectable<DialogMembers>;

export const findDialog = (tx: Tx, id: number): Promise<DialogRow | undefined> =>
  tx.selectFrom('dialogs').selectAll().where('id', '=', id).executeTakeFirst();

export const findMember = (tx: Tx, dialogId: number, userid: number): Promise<MemberRow | undefined> =>
  tx
    .selectFrom('dialog_members')
    .selectAll()
    .where('dialog_id', '=', dialogId)
    .where('userid', '=', userid)
    .executeTakeFirst();

export const listMembers = (
  tx: Tx,
  dialogId: number,
  { offset, limit }: { offset?: number; limit?: number } = {},
): Promise<MemberRow[]> =>
  tx
    .selectFrom('dialog_members')
    .selectAll()
    .where('dialog_id', '=', dialogId)
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0).offset(offset ?? 0))
    .execute();

export const storeRole = (tx: Writer, dialogId: number, userid: number, role: number) =>
  tx
    .updateTable('dialog_members')
    .set({ role })
    .where('dialog_id', '=', dialogId)
    .where('userid', '=', userid)
    .execute();

export interface CounterRow {
  dialog_id: number;
  unread: number;
  unread_one: number;
  mention: number;
  mention_ids: number[];
  updated_at: Date;
  mark_unread: number;
  last_seq: number;
  gone_num: number;
}

/**
 * Unread counts by arithmetic on the read ranges: no message is scanned. `unread_one` and the mentions are index
 * look-ups behind the first gap.
 */
const counterColumns = sql`
  m.dialog_id,
  d.last_seq - multirange_size(m.read + d.gone) as unread,
  case when d.last_seq > multirange_size(m.read + d.gone) then coalesce(
    (select id from messages where dialog_id = d.id and seq = first_gap(m.read + d.gone)), 0) else 0 end as unread_one,
  greatest(m.updated_at, coalesce(d.last_at, m.updated_at)) as updated_at,
  m.mark_unread, d.last_seq, multirange_size(d.gone) as gone_num,
  coalesce(mm.mention, 0) as mention,
  coalesce(mm.mention_ids, '{}') as mention_ids`;

const mentionJoin = sql`
  left join lateral (
    select count(*)::int as mention, (array_agg(msg_id order by msg_id desc))[1:20] as mention_ids
    from (
      select distinct msg_id from message_mentions
      where dialog_id = d.id and userid in (m.userid, 0) and seq >= first_gap(m.read + d.gone)
        and not (m.read + d.gone) @> seq
    ) unread_mentions
  ) mm on d.last_seq > multirange_size(m.read + d.gone)`;

export async function countersOf(tx: Tx, userid: number, dialogIds: readonly number[]): Promise<CounterRow[]> {
  if (dialogIds.length === 0) return [];
  const { rows } = await sql<CounterRow>`
    select ${counterColumns}
    from dialog_members m join dialogs d on d.id = m.dialog_id ${mentionJoin}
    where m.userid = ${userid} and m.dialog_id = any(${dialogIds})`.execute(tx);
  return rows;
}

/**
 * What the icons of these people count: unread messages; in muted conversations mentions only; a mark where nothing is
 * unread. People with nothing unread are left out.
 */
export async function countBadges(tx: Tx, userids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ userid: number; badge: number }>`
    select m.userid, sum(greatest(
      case when m.silence = 0 then d.last_seq - multirange_size(m.read + d.gone) else coalesce(mm.mention, 0) end,
      m.mark_unread))::int as badge
    from dialog_members m join dialogs d on d.id = m.dialog_id and d.deleted_at is null ${mentionJoin} and m.silence = 1
    where m.userid = any(${[...userids]}::int[]) and (m.mark_unread > 0 or d.last_seq > multirange_size(m.read + d.gone))
    group by m.userid`.execute(tx);
  return new Map(rows.map(({ userid, badge }) => [userid, badge]));
}

export interface DialogView extends CounterRow {
  id: number;
  type: string;
  group_type: string;
  name: string;
  avatar: string;
  owner_id: number;
  link_id: number;
  pair: number[] | null;
  people: number;
  created_at: Date;
  dialog_updated_at: Date;
  deleted_at: Date | null;
  last_at: Date | null;
  has_member: boolean;
  top_msg_id: number;
  top_userid: number;
  session_id: number;
  /** The viewer's open to-dos on messages here. */
  todo_num: number;
  top_at: Date | null;
  silence: number;
  hide_at: Date | null;
  color: string;
  last_msg: LastMessage | null;
  peer: {
    userid: number;
    nickname: string;
    email: string;
    userimg: string;
    bot: number;
    pinyin: string;
    disable_at: string | null;
    delete_at: string | null;
  } | null;
  project: { id: number; name: string; archived_at: string | null; deleted_at: string | null } | null;
  task: {
    id: number;
    name: string;
    archived_at: string | null;
    deleted_at: string | null;
    complete_at: string | null;
    project_id: number;
  } | null;
}
export interface LastMessage {
  id: number;
  type: string;
  mtype: string;
  msg: Record<string, unknown>;
  userid: number;
  emoji: { symbol: string }[];
  created_at: string;
  send: number;
  read: number;
}

interface DialogFilter {
  ids?: readonly number[];
  changedSince?: Date | null;
  name?: string;
  /** A search text: matches names as the person sees them, also by sound. */
  named?: string;
  unreadBefore?: Date;
  todoBefore?: Date;
  /** Only personal groups that this person is in too. */
  commonWith?: number;
  limit?: number;
  offset?: number;
}

/** Dialogs as one person sees them, in list order, in one statement for any number. */
export async function listDialogViews(tx: Tx, userid: number, filter: DialogFilter): Promise<DialogView[]> {
  const conditions = [sql`d.deleted_at is null`];
  // For a list of any length PostgreSQL plans the statement again each time, which takes longer than reading one dialog.
  if (filter.ids?.length === 1) conditions.push(sql`d.id = ${filter.ids[0]}`);
  else if (filter.ids) conditions.push(sql`d.id = any(${filter.ids})`);
  else conditions.push(sql`m.userid is not null`);
  if (filter.changedSince) {
    conditions.push(
      sql`greatest(m.updated_at, d.updated_at, coalesce(d.last_at, d.updated_at)) >= ${filter.changedSince}`,
    );
  }
  if (filter.name) conditions.push(sql`(d.name ilike ${filter.name} or peer.nickname ilike ${filter.name})`);
  if (filter.named) {
    const like = likeText(filter.named);
    conditions.push(sql`(coalesce(p.name, t.name, d.name) ilike ${like} or peer.nickname ilike ${like}
      or peer.pinyin ilike ${like} or (peer.nickname = '' and peer.email ilike ${like})
      or ${matches('dialog', sql`d.id`, filter.named)} or ${matches('user', sql`peer.userid`, filter.named)})`);
  }
  if (filter.unreadBefore) {
    conditions.push(
      sql`d.last_at < ${filter.unreadBefore} and (m.mark_unread > 0 or d.last_seq > multirange_size(m.read + d.gone))`,
    );
  }
  if (filter.commonWith) {
    conditions.push(isCommon(filter.commonWith));
  }
  if (filter.todoBefore) {
    conditions.push(sql`d.last_at < ${filter.todoBefore} and exists (select 1 from message_todos td
      where td.userid = ${userid} and td.dialog_id = d.id and td.done_at is null)`);
  }
  const withNames = sql`
    left join users peer on d.pair is not null
      and peer.userid = ${peerOf(userid)}
    left join projects p on d.group_type = 'project' and p.id = d.link_id
    left join tasks t on d.group_type = 'task' and t.id = d.link_id`;
  const order = sql`m.top_at desc nulls last, coalesce(d.last_at, d.created_at) desc, d.id desc`;
  // The page is chosen first: counters and last messages of the other dialogs are not read.
  const page = filter.ids
    ? sql`dialogs d left join dialog_members m on m.dialog_id = d.id and m.userid = ${userid}`
    : sql`(select d.id from dialogs d join dialog_members m on m.dialog_id = d.id and m.userid = ${userid} ${withNames}
        where ${sql.join(conditions, sql` and `)}
        order by ${order} limit ${filter.limit ?? 100} offset ${filter.offset ?? 0}) page
      join dialogs d on d.id = page.id
      join dialog_members m on m.dialog_id = d.id and m.userid = ${userid}`;
  const { rows } = await sql<DialogView>`
    select d.id, d.type, d.group_type, d.name, d.avatar, d.owner_id, d.link_id, d.pair, d.people,
      d.last_seq, multirange_size(d.gone) as gone_num, d.created_at, d.updated_at as dialog_updated_at, d.deleted_at, d.last_at,
      d.top_msg_id, d.top_userid, d.session_id,
      case when m.userid is null then 0 else (select count(*)::int from message_todos td
        where td.userid = ${userid} and td.dialog_id = d.id and td.done_at is null) end as todo_num,
      m.userid is not null as has_member, m.top_at, coalesce(m.silence, 0) as silence, m.hide_at,
      coalesce(m.color, '') as color, coalesce(m.mark_unread, 0) as mark_unread,
      coalesce(d.last_seq - multirange_size(m.read + d.gone), 0) as unread,
      case when m.userid is not null and d.last_seq > multirange_size(m.read + d.gone) then coalesce(
        (select id from messages where dialog_id = d.id and seq = first_gap(m.read + d.gone)), 0) else 0 end as unread_one,
      coalesce(mm.mention, 0) as mention, coalesce(mm.mention_ids, '{}') as mention_ids,
      greatest(m.updated_at, coalesce(d.last_at, m.updated_at), d.created_at) as updated_at,
      case when lm.id is null then null else jsonb_build_object('id', lm.id, 'type', lm.type, 'mtype', lm.mtype,
        'msg', lm.msg, 'userid', lm.userid, 'emoji', lm.emoji, 'created_at', lm.created_at, 'send', lm.send, 'read',
        case when lm.userid = ${userid} and lm.send > 0 and lm.type <> 'notice' then (select count(*) from dialog_members r
          where r.dialog_id = d.id and r.userid <> lm.userid and r.read @> lm.seq and r.join_seq < lm.seq) else 0 end) end as last_msg,
      case when peer.userid is null then null else jsonb_build_object('userid', peer.userid, 'nickname', peer.nickname,
        'email', peer.email, 'userimg', peer.userimg, 'bot', peer.bot, 'pinyin', peer.pinyin,
        'disable_at', peer.disable_at, 'delete_at', peer.delete_at) end as peer,
      case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name,
        'archived_at', p.archived_at, 'deleted_at', p.deleted_at) end as project,
      case when t.id is null then null else jsonb_build_object('id', t.id, 'name', t.name, 'archived_at', t.archived_at,
        'deleted_at', t.deleted_at, 'complete_at', t.complete_at, 'project_id', t.project_id) end as task
    from ${page}
    ${mentionJoin} and m.userid is not null
    left join lateral (select * from messages where dialog_id = d.id and deleted_at is null order by id desc limit 1) lm on true
    ${withNames}
    ${filter.ids ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
    order by ${order}`.execute(tx);
  return rows;
}

const isCommon = (userid: number) => sql`d.group_type = 'user'
  and exists (select 1 from dialog_members o where o.dialog_id = d.id and o.userid = ${userid})`;

export async function countCommon(tx: Tx, userid: number, target: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from dialog_members m join dialogs d on d.id = m.dialog_id
    where m.userid = ${userid} and d.deleted_at is null and ${isCommon(target)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

export async function countDialogs(tx: Tx, userid: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from dialog_members m join dialogs d on d.id = m.dialog_id
    where m.userid = ${userid} and d.deleted_at is null`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Changes the member version, so that cached receivers become stale. */
export async function bumpMembers(tx: Writer, dialogId: number): Promise<DialogRow> {
  const [dialog] = await bumpMembersOf(tx, [dialogId]);
  if (!dialog) throw new Error(`there is no dialog ${dialogId}`);
  return dialog;
}

export const bumpMembersOf = (tx: Writer, dialogIds: readonly number[]): Promise<DialogRow[]> =>
  tx
    .updateTable('dialogs')
    .set((eb) => ({
      people: eb
        .selectFrom('dialog_members')
        .select((inner) => sql<number>`${inner.fn.countAll()}::int`.as('n'))
        .whereRef('dialog_members.dialog_id', '=', 'dialogs.id'),
      member_version: sql`member_version + 1`,
      updated_at: new Date(),
    }))
    .where('id', 'in', [...dialogIds])
    .returningAll()
    .execute();

/** A membership row. */
export interface Place {
  dialog_id: number;
  userid: number;
}

/** Adds people who are not members yet; earlier messages count as read. Returns the new ones. */
export async function insertMembers(
  tx: Writer,
  dialogIds: readonly number[],
  userids: readonly number[],
  fields: { inviter: number; important: number },
): Promise<Place[]> {
  if (userids.length === 0 || dialogIds.length === 0) return [];
  const { rows } = await sql<Place & { is_new: boolean }>`
    insert into dialog_members (dialog_id, userid, inviter, important, bot, join_seq, read)
    select d.id, u.userid, ${fields.inviter}, ${fields.important}, u.bot, d.last_seq,
      case when d.last_seq > 0 then int4multirange(int4range(1, d.last_seq + 1)) else '{}'::int4multirange end
    from dialogs d, users u where d.id = any(${dialogIds}) and u.userid = any(${userids})
    on conflict (dialog_id, userid) do update set important = greatest(dialog_members.important, excluded.important)
      where dialog_members.important < excluded.important
    returning dialog_id, userid, (xmax = 0) as is_new`.execute(tx);
  return rows.filter((row) => row.is_new);
}

export async function deleteMembers(
  tx: Writer,
  dialogIds: readonly number[],
  userids: readonly number[],
): Promise<Place[]> {
  if (userids.length === 0 || dialogIds.length === 0) return [];
  const rows = await tx
    .deleteFrom('dialog_members')
    .where('dialog_id', 'in', [...dialogIds])
    .where('userid', 'in', [...userids])
    .returning(['dialog_id', 'userid'])
    .execute();
  if (rows.length > 0) {
    await sql`insert into lost_ids (userid, type, ref)
      select u, 'dialog', d from unnest(${rows.map((row) => row.userid)}::int[], ${rows.map((row) => row.dialog_id)}::int[]) as gone(u, d)
      on conflict (userid, type, ref) do update set at = now()`.execute(tx);
  }
  return rows;
}

export const listGroupsNamed = (tx: Tx, words: string, most: number) =>
  tx
    .selectFrom('dialogs')
    .select(['id', 'name', 'people', 'owner_id'])
    .where('type', '=', 'group')
    .where('group_type', '=', 'user')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`strpos(lower(name), lower(${words})) > 0 or ${words} = ''`)
    .orderBy('last_at', (by) => by.desc().nullsLast())
    .limit(most)
    .execute();

export interface NewlyRead {
  id: number;
  dialog_id: number;
  userid: number;
  send: number;
  read: number;
}

export async function listDialogsOpenTo(db: Reader, userid: number) {
  const { rows } = await sql<{ id: number; last_seq: number }>`
    select d.id, d.last_seq from (
      select dialog_id as id from dialog_members where userid = ${userid}
      union
      select d.id from project_users pu join dialogs d on d.group_type = 'project' and d.link_id = pu.project_id
        where pu.userid = ${userid}
      union
      select t.dialog_id from tasks t join project_users pu on pu.project_id = t.project_id and pu.userid = ${userid}
        where t.dialog_id > 0 and ${seesTask(userid)}
    ) mine join dialogs d on d.id = mine.id
    where d.deleted_at is null`.execute(db);
  return rows;
}

export async function isAnyDialogOpen(db: Reader, ids: readonly number[], userid: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from dialogs d where d.id = any(${ids}) and d.deleted_at is null and (
      exists (select 1 from dialog_members dm where dm.dialog_id = d.id and dm.userid = ${userid})
      or d.group_type = 'project'
        and exists (select 1 from project_users pu where pu.project_id = d.link_id and pu.userid = ${userid})
      or d.group_type = 'task' and exists (select 1 from tasks t
        join project_users pu on pu.project_id = t.project_id and pu.userid = ${userid}
        where t.id = d.link_id and ${seesTask(userid)})
    ) limit 1`.execute(db);
  return rows.length > 0;
}

export async function isAnyTaskSeen(db: Reader, userid: number, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tasks t join projects p on p.id = t.project_id and p.deleted_at is null
    left join project_users pu on pu.project_id = t.project_id and pu.userid = ${userid}
    where t.id = any(${ids}) and t.deleted_at is null
      and (${userid} = t.userid or ${userid} = any(t.guests) or (pu.userid is not null and ${seesTask(userid)})
        or ${seesTaskAsHead(userid)})
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function listReadableMessages(db: Reader, userid: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select m.id from messages m join dialog_members dm on dm.dialog_id = m.dialog_id and dm.userid = ${userid}
    where m.id = any(${ids}::int[]) and m.deleted_at is null`.execute(db);
  return rows;
}

export function listMessagesAlive(db: Reader, ids: readonly number[]) {
  return db
    .selectFrom('messages')
    .select('id')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
}

export async function isInProject(db: Reader, projectId: number, userid: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from project_users where project_id = ${projectId} and userid = ${userid}`.execute(db);
  return rows.length > 0;
}

export async function isTaskSeenBy(db: Reader, userid: number, taskId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tasks t join project_users pu on pu.project_id = t.project_id and pu.userid = ${userid}
    where t.id = ${taskId} and ${seesTask(userid)}`.execute(db);
  return rows.length > 0;
}

export async function addReadRanges(db: Writer, dialogId: number, userid: number, froms: number[], tos: number[]) {
  const { rows } = await sql<NewlyRead>`
    with before as (
      select id, read, dialog_id from dialog_members where dialog_id = ${dialogId} and userid = ${userid} for update
    ), wanted as (
      select coalesce(range_agg(int4range(f, greatest(f, t) + 1)), '{}'::int4multirange) as ranges
      from unnest(${froms}::int[], ${tos}::int[]) r(f, t)
    ), changed as (
      update dialog_members m set read = m.read + w.ranges, mark_unread = 0, updated_at = greatest(m.updated_at, clock_timestamp())
      from wanted w, before b where m.id = b.id returning 1
    )
    select m.id, m.dialog_id, m.userid, m.send, 1 + (select count(*)::int from dialog_members r where r.dialog_id = m.dialog_id
        and r.userid not in (m.userid, ${userid}) and r.read @> m.seq and r.join_seq < m.seq) as read
    from messages m, before b, wanted w
    where m.dialog_id = ${dialogId} and w.ranges @> m.seq and not b.read @> m.seq and m.userid > 0 and m.userid <> ${userid}
      and m.deleted_at is null and m.type <> 'notice'
      and exists (select 1 from changed)
    order by m.id desc limit 100`.execute(db);
  return rows;
}

export function findDialogOfPair(db: Reader, pair: number[]) {
  return db.selectFrom('dialogs').select('id').where(sql`pair`, '=', sql`${pair}::int[]`).executeTakeFirst();
}

export async function insertDialogOfPair(db: Writer, pair: number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into dialogs (type, pair, last_at) values ('user', ${pair}::int[], now())
    on conflict (pair) where pair is not null do update set updated_at = dialogs.updated_at returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** A person's own settings of a dialog. */
export type OwnMembership = Omit<Updateable<DialogMembers>, 'updated_at'>;

export async function updateOwnMembership(
  db: Writer,
  fields: OwnMembership,
  dialogId: number,
  userid: number,
): Promise<void> {
  await db
    .updateTable('dialog_members')
    .set({ ...fields, updated_at: sql`greatest(updated_at, clock_timestamp())` })
    .where('dialog_id', '=', dialogId)
    .where('userid', '=', userid)
    .execute();
}

export function findSeqInDialog(db: Reader, afterMsgId: number, dialogId: number) {
  return db
    .selectFrom('messages')
    .select('seq')
    .where('id', '=', afterMsgId)
    .where('dialog_id', '=', dialogId)
    .executeTakeFirst();
}

export async function updateDialog(db: Writer, fields: Updateable<Dialogs>, dialogId: number): Promise<void> {
  await db.updateTable('dialogs').set(fields).where('id', '=', dialogId).execute();
}

export function setDialogOwner(db: Writer, userid: number, now: Date, dialogId: number) {
  return db
    .updateTable('dialogs')
    .set({ owner_id: userid, updated_at: now })
    .where('id', '=', dialogId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Dialogs that a person lost, newest first: the last 50, or up to 500 since a time. */
export async function listLostIds(
  db: Reader,
  userid: number,
  type: 'dialog' | 'project' | 'projectTask',
  since: Date | null,
): Promise<number[]> {
  const rows = await db
    .selectFrom('lost_ids')
    .select('ref')
    .where('userid', '=', userid)
    .where('type', '=', type)
    .$if(since !== null, (query) => query.where('at', '>=', since ?? new Date(0)))
    .orderBy('at', 'desc')
    .limit(since ? 500 : 50)
    .execute();
  return rows.map((row) => row.ref);
}

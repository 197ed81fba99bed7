import { sql } from 'kysely';
import { matches } from '#modules/searchIndex/match.access';
import { likeText } from '#modules/users/users.service';
import type { Reader } from '#platform/db/pool';
import { type CounterRow, mentionJoin } from './counters.queries.ts';
import { peerOf } from './peer.access.ts';

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
export async function listDialogViews(tx: Reader, userid: number, filter: DialogFilter): Promise<DialogView[]> {
  const conditions = [sql`d.deleted_at is null`];
  // For a list of any length, PostgreSQL makes a new plan each time, which takes longer than reading one dialog.
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
  // The page is chosen first, so that counters and last messages of the other dialogs are not read.
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

export async function countCommon(tx: Reader, userid: number, target: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from dialog_members m join dialogs d on d.id = m.dialog_id
    where m.userid = ${userid} and d.deleted_at is null and ${isCommon(target)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

export async function countDialogs(tx: Reader, userid: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from dialog_members m join dialogs d on d.id = m.dialog_id
    where m.userid = ${userid} and d.deleted_at is null`.execute(tx);
  return rows[0]?.n ?? 0;
}

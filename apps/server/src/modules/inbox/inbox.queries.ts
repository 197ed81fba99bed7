import { SYSTEM_TYPES } from '@atrium/contract/chat/messages.ts';
import type { InboxKind, InboxState } from '@atrium/contract/workspace/inbox.ts';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

// New items ----------------------------------------------------------------------------------------------------------

/** The bot whose messages say which tasks are new to a person, or due. */
const TASK_BOT = 'task-alert@bot.system';
const NEW_TASKS = ['bot.task_new', 'bot.task_new_assist'];
const DUE_TASKS = ['bot.task_before', 'bot.task_before_assist', 'bot.task_after', 'bot.task_after_assist'];

const active = sql`u.bot = 0 and u.disable_at is null and u.delete_at is null`;

/** Lists the new messages that may belong in an inbox. For most messages, this query is all that they cost. */
export async function listInboxCandidates(db: Reader, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where id = any(${[...ids]}::int[]) and deleted_at is null and (mentions <> '{}' or reply_id > 0
      or (bot = 1 and type = 'template' and msg ->> 'key' = any(${[...NEW_TASKS, ...DUE_TASKS]}::text[])))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Tasks with items that are no longer needed: the task is done, archived or deleted. */
export async function listSettledTasks(db: Reader, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct t.id from tasks t join inbox_items i on i.ref = t.id and i.subject in ('task', 'due')
    where t.id = any(${[...ids]}::int[]) and i.done_at is null
      and (t.complete_at is not null or t.archived_at is not null or t.deleted_at is not null)`.execute(db);
  return rows.map(({ id }) => id);
}

export const enqueueInbox = (tx: Writer, job: string, payload: unknown) =>
  sql`select graphile_worker.add_job(${job}, payload => ${JSON.stringify(payload)}::json)`.execute(tx);

interface Owner {
  userid: number;
}
const owners = (rows: readonly Owner[]) => rows.map(({ userid }) => userid);

/**
 * Mentions, and replies to a person's own messages. What an assistant answers is a reply only if it mentions its
 * reader. A message is one item of a person, for however many reasons.
 */
export async function insertMessages(db: Writer, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Owner>`
    insert into inbox_items (userid, kind, subject, ref, msg_id, by_userid, at)
    select dm.userid, case when m.mentions && array[dm.userid, 0] then 'mention' else 'reply' end, 'message',
      m.id, m.id, m.userid, m.created_at
    from messages m
    join dialogs d on d.id = m.dialog_id and d.deleted_at is null
    join dialog_members dm on dm.dialog_id = m.dialog_id and dm.userid <> m.userid
    join users u on u.userid = dm.userid and ${active}
    left join messages q on q.id = m.reply_id and m.reply_id > 0
    where m.id = any(${[...ids]}::int[]) and m.deleted_at is null and m.type <> all(${[...SYSTEM_TYPES]}::text[])
      and (m.mentions && array[dm.userid, 0] or (q.userid = dm.userid and m.bot = 0))
    on conflict do nothing returning userid`.execute(db);
  return owners(rows);
}

/** Adds tasks that the bot announced. A task that is announced again counts as new again. */
export async function insertTasks(db: Writer, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Owner>`
    insert into inbox_items (userid, kind, subject, ref, msg_id, by_userid, at)
    select distinct on (dm.userid, a.subject, t.id) dm.userid,
      case when a.subject = 'due' then 'due' when h.id is not null then 'handover' else 'assigned' end,
      a.subject, t.id, m.id, case when a.subject = 'due' then 0 else m.userid end, m.created_at
    from messages m
    cross join lateral (select case when m.msg ->> 'key' = any(${NEW_TASKS}::text[]) then 'task' else 'due' end as subject) a
    join dialogs d on d.id = m.dialog_id and d.type = 'user'
    join dialog_members dm on dm.dialog_id = d.id
    join users u on u.userid = dm.userid and ${active}
    join dialog_members b on b.dialog_id = d.id
    join users bot on bot.userid = b.userid and bot.email = ${TASK_BOT}
    cross join lateral jsonb_array_elements(m.msg -> 'list') l
    join tasks t on t.id = (l ->> 'id')::int and t.deleted_at is null
    left join lateral (
      select h.id from task_handoffs h
      where h.task_id = t.id and h.source = 'assign' and dm.userid = any(h.owners) and dm.userid <> all(h.before)
        and h.created_at > m.created_at - interval '1 hour'
      order by h.id desc limit 1) h on true
    where m.id = any(${[...ids]}::int[]) and m.bot = 1 and m.type = 'template'
      and m.msg ->> 'key' = any(${[...NEW_TASKS, ...DUE_TASKS]}::text[])
    order by dm.userid, a.subject, t.id, m.id desc
    on conflict (userid, subject, ref) do update set kind = excluded.kind, msg_id = excluded.msg_id,
      by_userid = excluded.by_userid, at = excluded.at, seen_at = null, done_at = null, snooze_until = null, woken_at = null
    where inbox_items.msg_id < excluded.msg_id
    returning userid`.execute(db);
  return owners(rows);
}

/** Adds steps of these requests that wait for somebody, and marks those as done that no longer wait. */
export async function followApprovals(db: Writer, ids: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await sql<Owner>`
    with waiting as (
      select am.userid, am.step_id, a.userid as by_userid,
        coalesce((select max(n.msg_id) from approval_notices n where n.step_id = am.step_id and n.userid = am.userid), 0) as msg_id
      from approval_members am
      join approvals a on a.id = am.approval_id and a.state = 1
      join users u on u.userid = am.userid and ${active}
      where am.approval_id = any(${[...ids]}::int[]) and am.state = 1
    ), came as (
      insert into inbox_items (userid, kind, subject, ref, msg_id, by_userid, at)
      select distinct on (userid, step_id) userid, 'approval', 'approval', step_id, msg_id, by_userid, ${now}::timestamptz from waiting
      on conflict (userid, subject, ref) do update
        set at = excluded.at, msg_id = excluded.msg_id, seen_at = null, done_at = null, snooze_until = null, woken_at = null
        where inbox_items.done_at is not null and inbox_items.msg_id < excluded.msg_id
      returning userid
    ), went as (
      update inbox_items i set done_at = ${now}, snooze_until = null
      from approval_steps s
      where s.approval_id = any(${[...ids]}::int[]) and i.subject = 'approval' and i.ref = s.id and i.done_at is null
        and not exists (select from waiting w where w.userid = i.userid and w.step_id = i.ref)
      returning i.userid
    )
    select userid from came union select userid from went`.execute(db);
  return owners(rows);
}

export async function settleTasks(db: Writer, ids: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await sql<Owner>`
    update inbox_items set done_at = ${now}, snooze_until = null
    where subject in ('task', 'due') and ref = any(${[...ids]}::int[]) and done_at is null returning userid`.execute(
    db,
  );
  return owners(rows);
}

// Reading --------------------------------------------------------------------------------------------------------------

export interface InboxRow {
  id: number;
  kind: InboxKind;
  subject: 'message' | 'task' | 'due' | 'approval';
  ref: number;
  msg_id: number;
  by_userid: number;
  at: Date;
  done_at: Date | null;
  snooze_until: Date | null;
  is_unread: boolean;
  /** The dialog of the message; null if the message was withdrawn. */
  dialog_id: number | null;
  type: string;
  mtype: string;
  msg: Record<string, unknown>;
  dialog_type: string;
  group_type: string;
  dialog_name: string;
  /** The other person in a direct chat. */
  peer: number | null;
  note: string | null;
}

const STATES = {
  open: { holds: sql`i.done_at is null and i.snooze_until is null`, at: sql.raw('at'), isLast: true },
  snoozed: { holds: sql`i.done_at is null and i.snooze_until is not null`, at: sql.raw('snooze_until'), isLast: false },
  done: { holds: sql`i.done_at is not null`, at: sql.raw('done_at'), isLast: true },
} as const;

/** Lists items, the newest first; snoozed items by the time when they return. */
export async function listItems(
  db: Reader,
  userid: number,
  { state, beforeId = 0, ids, limit }: { state: InboxState; beforeId?: number; ids?: readonly number[]; limit: number },
): Promise<InboxRow[]> {
  const { holds, at, isLast } = STATES[state];
  const order = isLast ? sql`desc` : sql`asc`;
  const isAfter = isLast ? sql`<` : sql`>`;
  const { rows } = await sql<InboxRow>`
    select i.id, i.kind, i.subject, i.ref, i.msg_id, i.by_userid, i.at, i.done_at, i.snooze_until,
      i.seen_at is null and (i.woken_at is not null or m.id is null or not coalesce(dm.read @> m.seq, false)) as is_unread,
      m.dialog_id, m.type, m.mtype, m.msg, d.type as dialog_type, d.group_type,
      coalesce(p.name, t.name, d.name) as dialog_name,
      case when d.type = 'user' then (select x from unnest(d.pair) x where x <> i.userid limit 1) end as peer,
      case when i.kind = 'handover' then (
        select h.note from task_handoffs h where h.task_id = i.ref and h.source = 'assign' and i.userid = any(h.owners)
        order by h.id desc limit 1) end as note
    from inbox_items i
    left join messages m on m.id = i.msg_id and m.deleted_at is null
    left join dialogs d on d.id = m.dialog_id and d.deleted_at is null
    left join projects p on d.group_type = 'project' and p.id = d.link_id
    left join tasks t on d.group_type = 'task' and t.id = d.link_id
    left join dialog_members dm on dm.dialog_id = m.dialog_id and dm.userid = i.userid
    where i.userid = ${userid} and ${holds} and (${ids ? [...ids] : null}::int[] is null or i.id = any(${ids ? [...ids] : null}::int[]))
      and (${beforeId} = 0 or (i.${at}, i.id) ${isAfter} (
      select c.${at}, c.id from inbox_items c where c.id = ${beforeId} and c.userid = ${userid}))
    order by i.${at} ${order}, i.id ${order} limit ${limit}`.execute(db);
  return rows;
}

export interface WaitingApproval {
  step_id: number;
  approval_id: number;
  title: string;
  name: string;
}

/** The requests of these steps that a person is or was asked about. */
export async function listWaitingApprovals(
  db: Reader,
  userid: number,
  stepIds: readonly number[],
): Promise<WaitingApproval[]> {
  const { rows } = await sql<WaitingApproval>`
    select distinct am.step_id, a.id as approval_id, a.title, a.name
    from approval_members am join approvals a on a.id = am.approval_id
    where am.userid = ${userid} and am.step_id = any(${[...stepIds]}::int[]) and am.state > 0`.execute(db);
  return rows;
}

// Changing -------------------------------------------------------------------------------------------------------------

export interface Marks {
  isDone?: boolean | undefined;
  isRead?: boolean | undefined;
  /** The end of the snooze; null brings the items back. */
  until?: Date | null | undefined;
}

/** Changes items and returns them. Items of the bot's messages are included, so that these count as read too. */
export async function markItems(db: Writer, userid: number, ids: readonly number[], now: Date, marks: Marks) {
  const { isDone, isRead, until } = marks;
  const { rows } = await sql<{ subject: string; msg_id: number }>`
    update inbox_items set
      done_at = case when ${isDone ?? null}::boolean is null then done_at
        when ${isDone ?? null}::boolean then coalesce(done_at, ${now}) end,
      seen_at = case when ${isRead ?? (isDone || null)}::boolean is null then seen_at
        when ${isRead ?? (isDone || null)}::boolean then coalesce(seen_at, ${now}) end,
      woken_at = case when ${isRead ?? null}::boolean is false then coalesce(woken_at, ${now}) else woken_at end,
      snooze_until = case when ${until !== undefined}::boolean then ${until ?? null}::timestamptz
        when ${isDone ?? null}::boolean then null else snooze_until end
    where userid = ${userid} and id = any(${[...ids]}::int[])
    returning subject, msg_id`.execute(db);
  return rows;
}

/** Returns the items whose snooze has ended, by person. */
export async function wakeItems(db: Writer, now: Date, limit: number): Promise<{ userid: number; id: number }[]> {
  const { rows } = await sql<{ userid: number; id: number }>`
    update inbox_items set at = ${now}, snooze_until = null, seen_at = null, woken_at = ${now}
    where id in (select id from inbox_items where snooze_until <= ${now} and done_at is null order by snooze_until limit ${limit} for update skip locked)
    returning userid, id`.execute(db);
  return rows;
}

export const deleteDone = (db: Writer, days: number) =>
  sql`delete from inbox_items where done_at < now() - make_interval(days => ${days})`.execute(db);

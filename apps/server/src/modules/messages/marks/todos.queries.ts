import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { MessageTodos } from '#platform/db/types';
import { hasOpenTodo, type MessageRow } from '../messages.queries.ts';

type Tx = Reader;
export type TodoRow = Selectable<MessageTodos>;

/** Returns those people who are members of the dialog; null = all members. */
export async function listMembersAmong(tx: Tx, dialogId: number, userids: readonly number[] | null) {
  let query = tx.selectFrom('dialog_members').select('userid').where('dialog_id', '=', dialogId).where('bot', '=', 0);
  if (userids) query = query.where('userid', '=', sql<number>`any(${[...userids]}::int[])`);
  const rows = await query.orderBy('id').execute();
  return rows.map((row) => row.userid);
}

export async function listAssigned(tx: Tx, msgId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('message_todos')
    .select('userid')
    .where('msg_id', '=', msgId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.userid);
}

export async function deleteTodos(tx: Writer, msgId: number, userids: readonly number[]): Promise<void> {
  if (userids.length === 0) return;
  await sql`delete from message_todos where msg_id = ${msgId} and userid = any(${[...userids]}::int[])`.execute(tx);
}

/** Deletes what people who left still had to do about a message, or all that is known of them. */
export async function deleteTodosOfLeavers(tx: Writer, msgId: number, isAll: boolean): Promise<void> {
  await sql`delete from message_todos t where msg_id = ${msgId} and (done_at is null or ${isAll})
    and not exists (select from dialog_members dm where dm.dialog_id = t.dialog_id and dm.userid = t.userid)`.execute(
    tx,
  );
}

export async function insertTodos(
  tx: Writer,
  { id, dialog_id }: Pick<MessageRow, 'id' | 'dialog_id'>,
  userids: readonly number[],
): Promise<void> {
  if (userids.length === 0) return;
  await sql`insert into message_todos (dialog_id, msg_id, userid)
    select ${dialog_id}, ${id}, u from unnest(${[...userids]}::int[]) with ordinality as t(u, at) order by at`.execute(
    tx,
  );
}

/** Stores who set the to-do. Returns whether everybody is done, which is true without assignees. */
export async function storeTodo(tx: Writer, msgId: number, todo: number, now: Date): Promise<number> {
  const { rows } = await sql<{
    todo_done: number;
  }>`update messages set todo = ${todo}, updated_at = ${now} where id = ${msgId}
    returning (not ${hasOpenTodo(sql`messages.id`)})::int as todo_done`.execute(tx);
  return rows[0]?.todo_done ?? 1;
}

/** Lists to-dos of these people that nobody else still has to do, with whether everybody is done now. */
export async function listTodosWaitingFor(tx: Tx, places: readonly { dialog_id: number; userid: number }[]) {
  const userids = places.map(({ userid }) => userid);
  const { rows } = await sql<{
    id: number;
    dialog_id: number;
    member_version: number;
    todo: number;
    todo_done: number;
  }>`
    select distinct m.id, m.dialog_id, d.member_version, m.todo, (not ${hasOpenTodo(sql`m.id`)})::int as todo_done
    from unnest(${places.map(({ dialog_id }) => dialog_id)}::int[], ${userids}::int[]) as p (dialog_id, userid)
    join message_todos t on t.userid = p.userid and t.dialog_id = p.dialog_id and t.done_at is null
    join messages m on m.id = t.msg_id and m.deleted_at is null
    join dialogs d on d.id = m.dialog_id and d.deleted_at is null
    where not exists (select from message_todos o
      join dialog_members dm on dm.dialog_id = o.dialog_id and dm.userid = o.userid
      where o.msg_id = m.id and o.done_at is null and o.userid <> all(${userids}::int[]))
    order by m.id`.execute(tx);
  return rows;
}

export const findTodo = (tx: Tx, id: number, userid: number): Promise<TodoRow | undefined> =>
  tx.selectFrom('message_todos').selectAll().where('id', '=', id).where('userid', '=', userid).executeTakeFirst();

/** Returns false if the to-do was done before. */
export async function completeTodo(tx: Writer, id: number, now: Date): Promise<boolean> {
  const done = await tx
    .updateTable('message_todos')
    .set({ done_at: now })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** The newest message of a dialog, if it is the card of the people who completed this to-do. */
export async function lockLastCard(tx: Tx, dialogId: number, msgId: number): Promise<MessageRow | undefined> {
  const last = await tx
    .selectFrom('messages')
    .selectAll()
    .where('dialog_id', '=', dialogId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  const msg = last?.msg as { action?: string; data?: { id?: number } } | undefined;
  return last?.type === 'todo' && msg?.action === 'done' && msg.data?.id === msgId ? last : undefined;
}

export const storeMsg = (tx: Writer, id: number, msg: unknown, now: Date) =>
  tx
    .updateTable('messages')
    .set({ msg: JSON.stringify(msg), updated_at: now })
    .where('id', '=', id)
    .execute();

export async function countTodos(tx: Tx, dialogId: number, userids: readonly number[]) {
  const { rows } = await sql<{ userid: number; todo_num: number }>`
    select u as userid, count(t.id)::int as todo_num from unnest(${[...userids]}::int[]) u
    left join message_todos t on t.userid = u and t.dialog_id = ${dialogId} and t.done_at is null group by u`.execute(
    tx,
  );
  return rows;
}

export const listTodosOf = (tx: Tx, msgId: number): Promise<TodoRow[]> =>
  tx
    .selectFrom('message_todos')
    .selectAll()
    .where('msg_id', '=', msgId)
    .orderBy(sql`done_at nulls first`)
    .orderBy('id')
    .execute();

const OPEN = 50;
/** A person's open to-dos in their dialogs, newest first, each with its message. */
export async function listOpenTodos(tx: Tx, userid: number, dialogId: number | undefined) {
  const here = dialogId ? sql`and t.dialog_id = ${dialogId}` : sql``;
  const { rows } = await sql<TodoRow & { type: string; msg: unknown }>`
    select t.*, m.type, m.msg from message_todos t join messages m on m.id = t.msg_id and m.deleted_at is null
      join dialogs d on d.id = t.dialog_id and d.deleted_at is null
    where t.userid = ${userid} and t.done_at is null ${here}
      and exists (select 1 from dialog_members dm where dm.dialog_id = t.dialog_id and dm.userid = ${userid})
    order by t.id desc limit ${OPEN}`.execute(tx);
  return rows;
}

/**
 * True for the owner of the group, the head or a deputy of its department, the owner of its project, and the owners of
 * its task.
 */
export async function isInCharge(tx: Tx, dialogId: number, userid: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from dialogs d where d.id = ${dialogId} and (
      d.owner_id = ${userid}
      or exists (select from departments o where o.dialog_id = d.id
        and (o.owner_userid = ${userid} or ${userid} = any(o.deputy_userids)))
      or exists (select from projects p where d.group_type in ('project', 'task') and p.owner_userid = ${userid}
        and p.id = case d.group_type when 'project' then d.link_id else (select project_id from tasks where id = d.link_id) end)
      or exists (select from task_users u
        where d.group_type = 'task' and u.task_id = d.link_id and u.userid = ${userid} and u.owner = 1))`.execute(tx);
  return rows.length > 0;
}

import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

type Tx = Reader;

/**
 * Sets the reminder of people who are not done; null = no reminder. Setting the same time again sends no second
 * reminder.
 */
export async function storeReminder(
  tx: Writer,
  msgId: number,
  userids: readonly number[],
  at: Date | null,
): Promise<void> {
  await sql`
    update message_todos set remind_at = ${at}, reminded_at = null
    where msg_id = ${msgId} and userid = any(${[...userids]}::int[]) and done_at is null
      and remind_at is distinct from ${at}::timestamptz`.execute(tx);
}

/** The number of messages to remind of per minute. */
const BATCH = 100;
export async function listDueMessages(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ msg_id: number }>`
    select msg_id from message_todos
    where remind_at <= ${now} and reminded_at is null and done_at is null
    group by msg_id order by min(remind_at), msg_id limit ${BATCH}`.execute(tx);
  return rows.map((row) => row.msg_id);
}

/** Marks the reminders as sent and returns the people; nobody if another server was first. */
export async function claimDue(tx: Writer, msgId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ userid: number }>`
    update message_todos set reminded_at = ${now}
    where msg_id = ${msgId} and remind_at <= ${now} and reminded_at is null and done_at is null
    returning userid`.execute(tx);
  return rows.map((row) => row.userid);
}

/** Returns those people who are still members, with active accounts. */
export async function listActiveMembers(tx: Tx, dialogId: number, userids: readonly number[]) {
  const { rows } = await sql<{ userid: number; nickname: string; email: string }>`
    select u.userid, u.nickname, u.email from dialog_members dm
    join dialogs d on d.id = dm.dialog_id and d.deleted_at is null
    join users u on u.userid = dm.userid and u.disable_at is null and u.delete_at is null
    where dm.dialog_id = ${dialogId} and dm.userid = any(${[...userids]}::int[])
    order by dm.id`.execute(tx);
  return rows;
}

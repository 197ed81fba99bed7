import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Reminders } from '#platform/db/types';

export type ReminderRow = Selectable<Reminders>;

export const insertReminder = (db: Writer, row: Insertable<Reminders>): Promise<ReminderRow> =>
  db.insertInto('reminders').values(row).returningAll().executeTakeFirstOrThrow();

export const listReminders = (db: Reader, userid: number): Promise<ReminderRow[]> =>
  db.selectFrom('reminders').selectAll().where('userid', '=', userid).orderBy('at').orderBy('id').execute();

export async function deleteReminder(db: Writer, userid: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reminders')
    .where('id', '=', id)
    .where('userid', '=', userid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function listDue(db: Reader, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from reminders where at <= ${now} order by at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes a reminder; undefined if another node has it, or the account has ended. */
export async function takeDue(db: Writer, id: number): Promise<{ userid: number; text: string } | undefined> {
  const { rows } = await sql<{ userid: number; text: string; is_active: boolean }>`
    delete from reminders r using users u where r.id = ${id} and u.userid = r.userid
    returning r.userid, r.text, u.disable_at is null and u.delete_at is null as is_active`.execute(db);
  return rows.find(({ is_active }) => is_active);
}

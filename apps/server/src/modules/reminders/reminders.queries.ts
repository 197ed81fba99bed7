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

/** Takes reminders that are due, and only those that no other node has taken. */
export async function takeDue(db: Writer, now: Date, limit: number): Promise<ReminderRow[]> {
  const { rows } = await sql<ReminderRow>`
    delete from reminders where id in (
      select id from reminders where at <= ${now} order by at limit ${limit} for update skip locked)
    returning *`.execute(db);
  return rows;
}

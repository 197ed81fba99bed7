import { type Insertable, sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { EmailCodes, Users } from '#platform/db/types';

export function updateUserRow(db: Writer, fields: Updateable<Users>, userid: number) {
  return db.updateTable('users').set(fields).where('userid', '=', userid).returningAll().executeTakeFirstOrThrow();
}

export function findOtherWithTel(db: Reader, tel: string, userid: number) {
  return db
    .selectFrom('users')
    .select('userid')
    .where('tel', '=', tel)
    .where('userid', '!=', userid)
    .where('delete_at', 'is', null)
    .executeTakeFirst();
}

export function deleteOtherDevices(db: Writer, userid: number, keepDevice: number) {
  return db.deleteFrom('devices').where('userid', '=', userid).where('id', '!=', keepDevice).returning('id').execute();
}

export async function insertEmailCode(db: Writer, row: Insertable<EmailCodes>): Promise<void> {
  await db.insertInto('email_codes').values(row).execute();
}

export function listOpenEmailCodes(db: Reader, userid: number, type: number) {
  return db
    .selectFrom('email_codes')
    .selectAll()
    .where('userid', '=', userid)
    .where('type', '=', type)
    .where('used_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export async function markEmailCodeUsed(db: Writer, now: Date, id: number): Promise<void> {
  await db.updateTable('email_codes').set({ used_at: now }).where('id', '=', id).execute();
}

/** Stores a step. A finished set-up stays finished, and administrators share the set-up of the workspace. */
export async function keepStep(
  db: Writer,
  step: string,
  { userid, isAdmin }: { userid: number; isAdmin: boolean },
): Promise<void> {
  await sql`update users set setup_step = ${step}
    where setup_step not in ('done', ${step})
      and (userid = ${userid} or (${isAdmin} and 'admin' = any(identity) and delete_at is null))`.execute(db);
}

export function storeStartChoice(
  db: Writer,
  userid: number,
  { tour, isHidden }: { tour: 'wanted' | 'over' | undefined; isHidden: boolean | undefined },
) {
  return db
    .updateTable('users')
    .set((eb) => ({
      tour: tour ? sql<string>`case when tour = 'over' then tour else ${tour} end` : eb.ref('tour'),
      start_hidden: isHidden ? true : eb.ref('start_hidden'),
    }))
    .where('userid', '=', userid)
    .returning(['setup_step', 'tour', 'start_hidden'])
    .executeTakeFirstOrThrow();
}

/** Ends a person's links to choose a new password. */
export async function endPasswordLinks(db: Writer, userid: number, now: Date): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('userid', '=', userid)
    .where('used_at', 'is', null)
    .execute();
}

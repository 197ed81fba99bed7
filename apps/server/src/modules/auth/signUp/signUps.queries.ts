import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { SignUps } from '#platform/db/types';

export type SignUpRow = Selectable<SignUps>;

export async function insertSignUp(db: Writer, row: Insertable<SignUps>): Promise<number> {
  const { id } = await db.insertInto('sign_ups').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const findSignUp = (db: Reader, id: number): Promise<SignUpRow | undefined> =>
  db.selectFrom('sign_ups').selectAll().where('id', '=', id).executeTakeFirst();

export async function setSignUpCode(db: Writer, id: number, codeHash: string): Promise<void> {
  await db.updateTable('sign_ups').set({ code_hash: codeHash }).where('id', '=', id).execute();
}

export const findSignUpByCode = (db: Reader, codeHash: string): Promise<SignUpRow | undefined> =>
  db.selectFrom('sign_ups').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();

export async function deleteSignUp(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('sign_ups').where('id', '=', id).execute();
}

/** Ends all that wait with this address; false if another request has done so. */
export async function takeSignUps(db: Writer, email: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_ups')
    .set({ used_at: now, password: '' })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteOldSignUps(db: Writer): Promise<void> {
  await sql`delete from sign_ups where created_at < now() - interval '1 day'`.execute(db);
}

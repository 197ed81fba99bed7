import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { PasswordResets } from '#platform/db/types';

export async function insertReset(db: Writer, row: Insertable<PasswordResets>): Promise<void> {
  await db.insertInto('password_resets').values(row).execute();
}

/** Finds an unused link of an active account. */
export function findReset(db: Reader, tokenHash: string, now: Date) {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.userid', 'password_resets.userid')
    .select(['password_resets.id', 'made_by', 'users.userid', 'users.email', 'users.nickname'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expired_at', '>', now)
    .where('delete_at', 'is', null)
    .where('disable_at', 'is', null)
    .executeTakeFirst();
}

/** Uses up the link. Of several calls at once, only one returns true. */
export async function takeReset(db: Writer, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends all links of a person. */
export async function endResets(db: Writer, userid: number, now: Date): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('userid', '=', userid)
    .where('used_at', 'is', null)
    .execute();
}

export async function deleteOldResets(db: Writer): Promise<void> {
  await sql`delete from password_resets where expired_at < now() - interval '7 days'`.execute(db);
}

/** Lets a person in again, with a password of our own: a directory may be what locked them out. */
export async function enableUser(db: Writer, userid: number): Promise<void> {
  await sql`update users set disable_at = null,
      identity = array_remove(array_remove(identity, 'disable'), 'ldap') where userid = ${userid}`.execute(db);
}

export async function putPublicUrl(db: Writer, url: string): Promise<void> {
  await sql`insert into meta as m (name, value) values ('public_url', ${url})
    on conflict (name) do update set value = excluded.value where m.value <> excluded.value`.execute(db);
}

export async function findPublicUrl(db: Reader): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', 'public_url').executeTakeFirst();
  return row?.value ?? null;
}

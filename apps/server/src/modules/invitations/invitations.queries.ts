import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Invitations } from '#platform/db/types';

export function insertInvitation(db: Writer, row: Insertable<Invitations>) {
  return db.insertInto('invitations').values(row).returningAll().executeTakeFirstOrThrow();
}

export function listRecent(db: Reader) {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('created_at', '>', sql<Date>`now() - interval '90 days'`)
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
}

export function findInvitation(db: Reader, id: number) {
  return db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds the newest invitation to an address that is neither used nor revoked. */
export function findUnused(db: Reader, email: string) {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .where('revoked_at', 'is', null)
    .whereRef('used', '<', 'max_uses')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findByToken(db: Reader, hashes: readonly string[]) {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', 'in', [...hashes])
    .executeTakeFirst();
}

export function changeInvitation(db: Writer, id: number, fields: Updateable<Invitations>) {
  return db.updateTable('invitations').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Counts one use; false if it is over or used up. Of several at once, no more than allowed succeed. */
export async function takeUse(db: Writer, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expired_at', '>', now)
    .whereRef('used', '<', 'max_uses')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteOldInvitations(db: Writer): Promise<void> {
  await sql`delete from invitations where greatest(created_at, expired_at) < now() - interval '365 days'`.execute(db);
}

import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Passkeys } from '#platform/db/types';

export function findTotp(db: Reader, userid: number) {
  return db.selectFrom('totp_factors').selectAll().where('userid', '=', userid).executeTakeFirst();
}

/** Stores a new seed, which is not confirmed yet. A confirmed one is left as it is. */
export async function putTotp(db: Writer, userid: number, secret: string): Promise<void> {
  await sql`insert into totp_factors (userid, secret) values (${userid}, ${secret})
    on conflict (userid) do update set secret = excluded.secret, created_at = now(), last_step = 0
    where totp_factors.confirmed_at is null`.execute(db);
}

/**
 * Stores the time step of a code. False if it is not later than all accepted before: of two sign-ins with the same code
 * only one succeeds.
 */
export async function takeStep(db: Writer, userid: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('userid', '=', userid)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function confirmTotp(db: Writer, userid: number, now: Date): Promise<void> {
  await db.updateTable('totp_factors').set({ confirmed_at: now }).where('userid', '=', userid).execute();
}

export async function deleteTotp(db: Writer, userid: number): Promise<void> {
  await db.deleteFrom('totp_factors').where('userid', '=', userid).execute();
}

export async function resealTotp(db: Writer, userid: number, secret: string): Promise<void> {
  await db.updateTable('totp_factors').set({ secret }).where('userid', '=', userid).execute();
}

export function listTotp(db: Reader) {
  return db.selectFrom('totp_factors').select(['userid', 'secret']).execute();
}

export function listPasskeys(db: Reader, userid: number) {
  return db.selectFrom('passkeys').selectAll().where('userid', '=', userid).orderBy('id').execute();
}

export function findPasskey(db: Reader, credentialId: string) {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

export async function insertPasskey(db: Writer, row: Insertable<Passkeys>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(row)
    .onConflict((on) => on.column('credential_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function notePasskeyUse(db: Writer, id: number, counter: number, now: Date): Promise<void> {
  await db.updateTable('passkeys').set({ counter, used_at: now }).where('id', '=', id).execute();
}

export async function renamePasskeyRow(db: Writer, userid: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userid', '=', userid)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePasskeyRow(db: Writer, userid: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('userid', '=', userid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteAllPasskeys(db: Writer, userid: number): Promise<void> {
  await db.deleteFrom('passkeys').where('userid', '=', userid).execute();
}

export async function countRecoveryCodes(db: Reader, userid: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('userid', '=', userid)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function putRecoveryCodes(db: Writer, userid: number, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(db, userid);
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ userid, code_hash })))
    .execute();
}

export async function deleteRecoveryCodes(db: Writer, userid: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('userid', '=', userid).execute();
}

/** Uses up a recovery code. False if it is unknown or used already. */
export async function takeRecoveryCode(db: Writer, userid: number, hash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('userid', '=', userid)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import type { Language } from '@atrium/i18n/translate.ts';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { EmailCodes, Users } from '#platform/db/types';

/** One lock for all registrations: of two simultaneous first accounts only one becomes administrator. */
const REGISTER_LOCK = 4_217_002;

export async function lockRegistration(db: Writer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REGISTER_LOCK})`.execute(db);
}

export function insertUser(db: Writer, row: Insertable<Users>) {
  return db.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateSignIn(
  db: Writer,
  userid: number,
  { ip, now, lang }: { ip: string; now: Date; lang: Language | undefined },
) {
  return db
    .updateTable('users')
    .set((eb) => ({
      login_num: eb('login_num', '+', 1),
      last_ip: ip,
      last_at: now,
      line_ip: ip,
      line_at: now,
      ...(lang && { lang }),
    }))
    .where('userid', '=', userid)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findRecentVerification(db: Reader, userid: number, now: number, resendMs: number) {
  return db
    .selectFrom('email_codes')
    .select('id')
    .where('userid', '=', userid)
    .where('type', '=', 1)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(now - resendMs))
    .executeTakeFirst();
}

export async function insertEmailCode(db: Writer, row: Insertable<EmailCodes>): Promise<void> {
  await db.insertInto('email_codes').values(row).execute();
}

export function findVerification(db: Reader, tokenHash: string) {
  return db
    .selectFrom('email_codes')
    .selectAll()
    .where('code_hash', '=', tokenHash)
    .where('type', '=', 1)
    .executeTakeFirst();
}

export async function markVerificationUsed(db: Writer, now: Date, id: number): Promise<void> {
  await db.updateTable('email_codes').set({ used_at: now }).where('id', '=', id).execute();
}

export async function markEmailVerified(db: Writer, userid: number, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verity: 1 })
    .where('userid', '=', userid)
    .where('email', '=', email)
    .execute();
}

export async function deleteOldCodes(db: Writer): Promise<void> {
  await sql`delete from email_codes where created_at < now() - interval '7 days'`.execute(db);
}

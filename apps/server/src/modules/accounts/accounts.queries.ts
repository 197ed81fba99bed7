import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

const ADMINS_LOCK = 4_217_008;

export async function lockAdmins(db: Writer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADMINS_LOCK})`.execute(db);
}

/** Finds another active administrator, preferably one who has a password. */
export function findOtherAdmin(db: Reader, userid: number) {
  const hasPassword = sql<boolean>`password <> ''`;
  return db
    .selectFrom('users')
    .select(['userid', hasPassword.as('has_password')])
    .where(sql<boolean>`'admin' = any(identity)`)
    .where('userid', '!=', userid)
    .where('disable_at', 'is', null)
    .where('delete_at', 'is', null)
    .orderBy(hasPassword, 'desc')
    .orderBy('userid')
    .executeTakeFirst();
}

/**
 * Tables with traces of a deleted person: their places of sign-in, sign-in methods and notification addresses. Links to
 * sign-in providers stay: without them a provider would create a new account for the person who was deleted.
 */
const TRACES = [
  'email_codes',
  'passkeys',
  'totp_factors',
  'recovery_codes',
  'password_resets',
  'sign_in_places',
  'oauth_grants',
  'push_subscriptions',
  'unread_mails',
  'quiet_hours',
] as const;

export async function deleteTraces(db: Writer, userid: number): Promise<void> {
  for (const table of TRACES) await sql`delete from ${sql.table(table)} where userid = ${userid}`.execute(db);
}

/** Deletes invitations and open sign-ups with a person's address. */
export async function deleteInvitationsTo(db: Writer, email: string): Promise<void> {
  for (const table of ['invitations', 'sign_ups'] as const) {
    await sql`delete from ${sql.table(table)} where lower(email) = ${email.toLowerCase()}`.execute(db);
  }
}

/** The accounts of a person's bots. */
export async function listOwnBots(db: Reader, userid: number): Promise<number[]> {
  const rows = await db.selectFrom('bots').select('bot_id').where('userid', '=', userid).execute();
  return rows.map((row) => row.bot_id);
}

import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

const ADMINS_LOCK = 4_217_008;

export async function lockAdmins(db: Reader): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADMINS_LOCK})`.execute(db);
}

export function findOtherAdmin(db: Reader, userid: number) {
  return db
    .selectFrom('users')
    .select('userid')
    .where(sql<boolean>`'admin' = any(identity)`)
    .where('userid', '!=', userid)
    .where('disable_at', 'is', null)
    .where('delete_at', 'is', null)
    .orderBy('userid')
    .executeTakeFirst();
}

export async function deleteEmailCodes(db: Writer, userid: number): Promise<void> {
  await db.deleteFrom('email_codes').where('userid', '=', userid).execute();
}

/** The accounts of a person's bots. */
export async function listOwnBots(db: Reader, userid: number): Promise<number[]> {
  const rows = await db.selectFrom('bots').select('bot_id').where('userid', '=', userid).execute();
  return rows.map((row) => row.bot_id);
}

import type { Insertable } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { LoginCodes } from '#platform/db/types';

const KEPT_MS = 5 * 60_000;

/** The time within which the other device must ask. */
const VALID_MS = 30_000;

export async function deleteOldLoginCodes(db: Writer, now: number): Promise<void> {
  await db
    .deleteFrom('login_codes')
    .where('created_at', '<', new Date(now - KEPT_MS))
    .execute();
}

export function insertLoginCode(db: Writer, row: Insertable<LoginCodes>) {
  return db
    .insertInto('login_codes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userid')
    .executeTakeFirst();
}

export function takeLoginCode(db: Writer, tokenHash: string, now: number) {
  return db
    .deleteFrom('login_codes')
    .where('code_hash', '=', tokenHash)
    .where('created_at', '>', new Date(now - VALID_MS))
    .returning('userid')
    .executeTakeFirst();
}

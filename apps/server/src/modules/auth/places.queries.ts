import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { SignInPlaces } from '#platform/db/types';

export function listPlaces(db: Reader, userid: number) {
  return db.selectFrom('sign_in_places').select(['kind', 'place']).where('userid', '=', userid).execute();
}

export async function putPlace(db: Writer, row: Insertable<SignInPlaces>): Promise<void> {
  await db
    .insertInto('sign_in_places')
    .values(row)
    .onConflict((on) => on.columns(['userid', 'kind', 'place']).doUpdateSet({ used_at: row.used_at }))
    .execute();
}

export async function deletePlaces(db: Writer, userid: number): Promise<void> {
  await db.deleteFrom('sign_in_places').where('userid', '=', userid).execute();
}

/** Deletes places that were not used for half a year; afterwards they count as new. */
export async function deleteOldPlaces(db: Writer): Promise<void> {
  await sql`delete from sign_in_places where used_at < now() - interval '180 days'`.execute(db);
}

import type { Insertable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Users } from '#platform/db/types';

export function listAllPeople(db: Reader) {
  return db.selectFrom('users').select(['userid', 'email']).where('delete_at', 'is', null).execute();
}

export function insertDisabledPerson(db: Writer, row: Insertable<Users>) {
  return db.insertInto('users').values(row).returning('userid').executeTakeFirstOrThrow();
}

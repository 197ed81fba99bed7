import type { Insertable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { TransportKeys } from '#platform/db/types';

export const listKeys = (db: Reader, from: number) =>
  db.selectFrom('transport_keys').selectAll().where('period', '>=', from).orderBy('period', 'desc').execute();

/** Inserts a key. If two nodes do so at the same time, one key is stored. */
export const insertKey = (db: Writer, row: Insertable<TransportKeys>) =>
  db
    .insertInto('transport_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteKey = (db: Writer, period: number) =>
  db.deleteFrom('transport_keys').where('period', '=', period).execute();

export const deleteKeysBefore = (db: Writer, period: number) =>
  db.deleteFrom('transport_keys').where('period', '<', period).execute();

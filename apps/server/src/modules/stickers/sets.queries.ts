import type { Insertable } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { Stickers } from '#platform/db/types';

export const LAST = 100_000;

export async function setSetName(db: Writer, name: string, id: number): Promise<void> {
  await db.updateTable('sticker_sets').set({ name }).where('id', '=', id).execute();
}

export function insertSet(db: Writer, name: string) {
  return db.insertInto('sticker_sets').values({ name, sort: LAST }).returning('id').executeTakeFirstOrThrow();
}

export function deleteSetRow(db: Writer, id: number) {
  return db.deleteFrom('sticker_sets').where('id', '=', id).returning('id').executeTakeFirst();
}

export function insertSticker(db: Writer, row: Insertable<Stickers>) {
  return db.insertInto('stickers').values(row).returning(['id', 'name']).executeTakeFirstOrThrow();
}

export function takeOutSticker(db: Writer, id: number) {
  return db
    .updateTable('stickers')
    .set({ set_id: null })
    .where('id', '=', id)
    .where('set_id', 'is not', null)
    .returning('id')
    .executeTakeFirst();
}

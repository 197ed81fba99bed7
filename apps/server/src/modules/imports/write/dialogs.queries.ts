import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Dialogs } from '#platform/db/types';

export function findImportedDialog(db: Reader, key: string) {
  return db.selectFrom('dialogs').select(['id', 'deleted_at']).where('import_key', '=', key).executeTakeFirst();
}

/** Deletes the marks by which an import recognizes a deleted group and its messages. */
export async function forgetImportedGroup(db: Writer, id: number): Promise<void> {
  await db.updateTable('messages').set({ import_key: null }).where('dialog_id', '=', id).execute();
  await db.updateTable('dialogs').set({ import_key: null }).where('id', '=', id).execute();
}

export async function setImportedGroup(db: Writer, fields: Updateable<Dialogs>, dialogId: number): Promise<void> {
  await db.updateTable('dialogs').set(fields).where('id', '=', dialogId).execute();
}

export async function putImportedPair(db: Writer, pair: number[], key: string) {
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    insert into dialogs (type, pair, import_key) values ('user', ${pair}::int[], ${key})
    on conflict (pair) where pair is not null do update set import_key = coalesce(dialogs.import_key, excluded.import_key)
    returning id, (xmax = 0) as is_new`.execute(db);
  return rows[0];
}

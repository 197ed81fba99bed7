import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Dialogs, Messages } from '#platform/db/types';

export function lockDialog(db: Reader, dialogId: number) {
  return db.selectFrom('dialogs').selectAll().where('id', '=', dialogId).forUpdate().executeTakeFirstOrThrow();
}

export function listImportedMessages(db: Reader, keysCount: number, keys: string[]) {
  return db
    .selectFrom('messages')
    .select(['id', 'import_key'])
    .where('import_key', 'in', keysCount ? keys : [''])
    .execute();
}

export function insertImportedMessage(db: Writer, row: Insertable<Messages>) {
  return db.insertInto('messages').values(row).returning('id').executeTakeFirstOrThrow();
}

export async function incrementReplies(db: Writer, ids: number | undefined): Promise<void> {
  await db
    .updateTable('messages')
    .set((eb) => ({ reply_num: eb('reply_num', '+', 1) }))
    .where('id', '=', ids ?? 0)
    .execute();
}

export async function setLastMessage(db: Writer, id: number, dialogId: number): Promise<void> {
  await db.updateTable('dialogs').set({ last_msg_id: id }).where('id', '=', dialogId).execute();
}

export async function setDialogEnd(db: Writer, fields: Updateable<Dialogs>, dialogId: number): Promise<void> {
  await db.updateTable('dialogs').set(fields).where('id', '=', dialogId).execute();
}

export async function markRangeRead(db: Writer, lastSeq: number, seq: number, dialogId: number): Promise<void> {
  await sql`update dialog_members set read = read + int4multirange(int4range(${lastSeq + 1}::int, ${seq + 1}::int)), updated_at = clock_timestamp()
    where dialog_id = ${dialogId}`.execute(db);
}

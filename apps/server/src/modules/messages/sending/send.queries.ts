import type { Insertable, Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Messages, MessageTexts } from '#platform/db/types';

export async function insertFullText(db: Writer, row: Insertable<MessageTexts>): Promise<void> {
  await db.insertInto('message_texts').values(row).execute();
}

export function findMessageAfter(db: Reader, dialogId: number, id: number) {
  return db
    .selectFrom('messages')
    .select('id')
    .where('dialog_id', '=', dialogId)
    .where('id', '>', id)
    .where('bot', '=', 0)
    .where('type', 'not in', ['notice', 'template'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function updateMessageText(db: Writer, fields: Updateable<Messages>, id: number): Promise<void> {
  await db.updateTable('messages').set(fields).where('id', '=', id).execute();
}

export async function deleteFullText(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('message_texts').where('msg_id', '=', id).execute();
}

export async function deleteMentionsOf(db: Writer, dialogId: number, seq: number): Promise<void> {
  await db.deleteFrom('message_mentions').where('dialog_id', '=', dialogId).where('seq', '=', seq).execute();
}

export async function insertMentions(
  db: Writer,
  mentions: { dialog_id: number; userid: number; seq: number; msg_id: number }[],
): Promise<void> {
  await db.insertInto('message_mentions').values(mentions).execute();
}

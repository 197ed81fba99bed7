import type { Reader, Writer } from '#platform/db/pool';

export function getAllStaffDialog(db: Reader) {
  return db.selectFrom('dialogs').select('id').where('group_type', '=', 'all').executeTakeFirstOrThrow();
}

export async function markMessageEdited(db: Writer, id: number): Promise<void> {
  await db.updateTable('messages').set({ modify: 1 }).where('id', '=', id).execute();
}

export function findTodoOf(db: Reader, id: number, idsAt: number) {
  return db
    .selectFrom('message_todos')
    .select('id')
    .where('msg_id', '=', id)
    .where('userid', '=', idsAt)
    .executeTakeFirst();
}

export function getMessageText(db: Reader, id: number) {
  return db.selectFrom('messages').select('msg').where('id', '=', id).executeTakeFirstOrThrow();
}

import type { Updateable } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { Dialogs } from '#platform/db/types';

export async function setMessageTag(db: Writer, tag: number, now: Date, msgId: number): Promise<void> {
  await db.updateTable('messages').set({ tag, updated_at: now }).where('id', '=', msgId).execute();
}

export async function setDialogTop(db: Writer, fields: Updateable<Dialogs>, dialogId: number): Promise<void> {
  await db.updateTable('dialogs').set(fields).where('id', '=', dialogId).execute();
}

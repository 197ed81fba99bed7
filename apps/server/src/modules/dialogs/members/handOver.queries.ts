import type { Reader, Writer } from '#platform/db/pool';

export function listOwnedDialogs(db: Reader, leaver: number) {
  return db
    .selectFrom('dialogs')
    .select(['id', 'group_type'])
    .where('owner_id', '=', leaver)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function clearMemberRoles(db: Writer, ids: number[], receiver: number): Promise<void> {
  await db
    .updateTable('dialog_members')
    .set({ role: 0 })
    .where('dialog_id', 'in', ids)
    .where('userid', '=', receiver)
    .where('role', '!=', 0)
    .execute();
}

export function setDialogsOwner(db: Writer, receiver: number, now: Date, ids: number[]) {
  return db
    .updateTable('dialogs')
    .set({ owner_id: receiver, updated_at: now })
    .where('id', 'in', ids)
    .returningAll()
    .execute();
}

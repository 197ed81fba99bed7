import { dialogGroupUpdate } from '@atrium/contract/chat/dialogs.ts';
import type { Work } from '#platform/work';
import { dialogAudience, joinDialogs, leaveAllDialogs } from './membership.service.ts';

/** Groups pass to another one, who is in them from now on; then the leaver is in none any more. */
export async function passDialogs(work: Work, leaver: number, receiver: number): Promise<void> {
  const groups = await work.tx
    .selectFrom('dialogs')
    .select(['id', 'group_type'])
    .where('owner_id', '=', leaver)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const own = groups.filter((group) => group.group_type === 'user').map((group) => group.id);
  // What belongs to projects and departments has its people from there.
  if (own.length > 0) await joinDialogs(work, own, [receiver], { inviter: work.caller.userid, important: false });
  await leaveAllDialogs(work, leaver);
  if (groups.length === 0) return;
  const ids = groups.map((group) => group.id);
  await work.tx
    .updateTable('dialog_members')
    .set({ role: 0 })
    .where('dialog_id', 'in', ids)
    .where('userid', '=', receiver)
    .where('role', '!=', 0)
    .execute();
  const passed = await work.tx
    .updateTable('dialogs')
    .set({ owner_id: receiver, updated_at: work.now })
    .where('id', 'in', ids)
    .returningAll()
    .execute();
  for (const dialog of passed) {
    work.emit(dialogGroupUpdate, dialogAudience(dialog), { id: dialog.id, owner_id: receiver });
  }
}

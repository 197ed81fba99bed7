import { dialogGroupUpdate } from '@atrium/contract/chat/dialogs.ts';
import type { Work } from '#platform/work';
import { clearMemberRoles, listGroupSuccessors, lockOwnedDialogs, setDialogsOwner } from './handOver.queries.ts';
import { dialogAudience, joinDialogs, leaveAllDialogs } from './membership.service.ts';

/** Transfers owned groups to the receiver, who joins them; then the leaver leaves all groups. */
export async function transferDialogs(work: Work, leaver: number, receiver: number): Promise<void> {
  const groups = await lockOwnedDialogs(work.tx, leaver);
  const own = groups.filter((group) => group.group_type === 'user').map((group) => group.id);
  // The receiver is not added to groups of projects and departments, whose members come from there.
  if (own.length > 0) await joinDialogs(work, own, [receiver], { inviter: work.caller.userid, important: false });
  await leaveAllDialogs(work, leaver);
  if (groups.length === 0) return;
  const ids = groups.map((group) => group.id);
  await clearMemberRoles(work.tx, ids, receiver);
  const passed = await setDialogsOwner(work.tx, receiver, work.now, ids);
  for (const dialog of passed) {
    work.emit(dialogGroupUpdate, dialogAudience(dialog), { id: dialog.id, owner_id: receiver });
  }
}

/** Transfers the groups of a person who names no successor to another of their members, if there is one. */
export async function passGroups(work: Work, leaver: number): Promise<void> {
  // The groups are locked before the successors are read, because a member could leave meanwhile.
  await lockOwnedDialogs(work.tx, leaver);
  const byReceiver = Map.groupBy(await listGroupSuccessors(work.tx, leaver), ({ userid }) => userid);
  for (const [receiver, groups] of byReceiver) {
    const ids = groups.map(({ id }) => id);
    await clearMemberRoles(work.tx, ids, receiver);
    for (const dialog of await setDialogsOwner(work.tx, receiver, work.now, ids)) {
      work.emit(dialogGroupUpdate, dialogAudience(dialog), { id: dialog.id, owner_id: receiver });
    }
  }
}

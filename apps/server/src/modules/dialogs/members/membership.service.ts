import {
  dialogGroupAdd,
  dialogGroupDelete,
  dialogGroupExit,
  dialogGroupJoin,
  dialogGroupRestore,
  dialogGroupUpdate,
} from '@atrium/contract/chat/dialogs.ts';
import { type Selectable } from 'kysely';
import type { Tasks } from '#platform/db/types';
import { type Audience, toUsers } from '#platform/events/events';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { type DialogRow, findDialog } from '../dialogs.queries.ts';
import { announceGuestsRemoved, updateGuests } from './guests.service.ts';
import { tellDialogChange } from './memberChanges.service.ts';
import { bumpMembers, bumpMembersOf, deleteMembers, insertMembers, type Place } from './members.queries.ts';
import {
  deleteLostDialog,
  deleteLostDialogs,
  findAllStaffDialog,
  findMembersWithVersion,
  insertGroup,
  insertLostDialog,
  listImportantMembers,
  listLeavableDialogs,
  markDialogDeleted,
  renameDialog,
  restoreDialog,
  takeUserGroup,
  touchDialogs,
  updateDialogRow,
} from './membership.queries.ts';

export const dialogAudience = (dialog: Pick<DialogRow, 'id' | 'member_version'>): Audience => ({
  aud: 'dialog',
  ref: dialog.id,
  version: dialog.member_version,
});

export interface NewGroup {
  groupType: 'user' | 'project' | 'task' | 'department' | 'all';
  name: string;
  ownerId: number;
  linkId: number;
  members: readonly number[];
  /** The member was added by their role and cannot leave. */
  important: boolean;
}

/** Creates a group and announces it to its members. */
export async function createGroup(work: Work, group: NewGroup): Promise<DialogRow> {
  const made = await insertGroup(work.tx, {
    type: 'group',
    group_type: group.groupType,
    name: group.name,
    owner_id: group.ownerId,
    link_id: group.linkId,
    last_at: work.now,
  });
  await insertMembers(work.tx, [made.id], group.members, {
    inviter: work.caller.userid,
    important: Number(group.important),
  });
  const dialog = await bumpMembers(work.tx, made.id);
  work.emit(dialogGroupAdd, toUsers(...group.members), { id: dialog.id });
  return dialog;
}

/** Adds members: they receive `groupJoin`, the others the new count. Returns the new ones. */
export async function joinDialog(
  work: Work,
  dialogId: number,
  userids: readonly number[],
  fields: { inviter: number; important: boolean },
): Promise<number[]> {
  return (await joinDialogs(work, [dialogId], userids, fields)).map((place) => place.userid);
}

/** Adds the same people to many dialogs at once. */
export async function joinDialogs(
  work: Work,
  dialogIds: readonly number[],
  userids: readonly number[],
  { inviter, important }: { inviter: number; important: boolean },
): Promise<Place[]> {
  const joined = await insertMembers(work.tx, dialogIds, userids, { inviter, important: Number(important) });
  if (joined.length === 0) return [];
  await deleteLostDialogs(
    work.tx,
    joined.map((place) => place.userid),
    joined.map((place) => place.dialog_id),
  );
  const byDialog = Map.groupBy(joined, (place) => place.dialog_id);
  const dialogs = await bumpMembersOf(work.tx, [...byDialog.keys()]);
  for (const dialog of dialogs) {
    work.emit(dialogGroupJoin, toUsers(...useridsOf(byDialog.get(dialog.id))), { id: dialog.id });
    announcePeople(work, dialog);
  }
  await updateGuests(work, dialogs);
  await tellDialogChange(work, 'member_join', joined);
  return joined;
}

/** Removes members: they receive `groupExit`, the others the new count. */
export async function exitDialog(work: Work, dialogId: number, userids: readonly number[]): Promise<number[]> {
  return (await exitDialogs(work, [dialogId], userids)).map((place) => place.userid);
}

/** Removes the same people from many dialogs at once. */
export async function exitDialogs(
  work: Work,
  dialogIds: readonly number[],
  userids: readonly number[],
): Promise<Place[]> {
  const left = await deleteMembers(work.tx, dialogIds, userids);
  if (left.length === 0) return [];
  const byDialog = Map.groupBy(left, (place) => place.dialog_id);
  const dialogs = await bumpMembersOf(work.tx, [...byDialog.keys()]);
  for (const dialog of dialogs) {
    work.emit(dialogGroupExit, toUsers(...useridsOf(byDialog.get(dialog.id))), { id: dialog.id });
    announcePeople(work, dialog);
  }
  await tellDialogChange(work, 'member_leave', left);
  await announceGuestsRemoved(work, left, dialogs);
  await updateGuests(work, dialogs);
  return left;
}

const useridsOf = (places: readonly Place[] = []) => places.map((place) => place.userid);

function announcePeople(work: Work, dialog: DialogRow): void {
  work.emit(dialogGroupUpdate, dialogAudience(dialog), {
    id: dialog.id,
    people: dialog.people,
    people_user: dialog.people,
    people_bot: 0,
  });
}

/** Sets the members of a role-bound dialog to exactly these; invited guests stay. */
export async function syncMembers(work: Work, dialogId: number, userids: readonly number[]): Promise<void> {
  const placed = await listImportantMembers(work.tx, dialogId);
  const wanted = new Set(userids);
  await exitDialog(
    work,
    dialogId,
    placed.map((row) => row.userid).filter((userid) => !wanted.has(userid)),
  );
  await joinDialog(work, dialogId, userids, { inviter: work.caller.userid, important: true });
  // A guest who becomes a member is no longer a guest, and is not new here.
  await updateGuests(work, [{ id: dialogId, group_type: 'task' }]);
}

export async function closeDialog(work: Work, dialogId: number): Promise<void> {
  const dialog = await findDialog(work.tx, dialogId);
  if (!dialog || dialog.deleted_at) return;
  await markDialogDeleted(work.tx, work.now, dialogId);
  await insertLostDialog(work.tx, dialogId);
  work.emit(dialogGroupDelete, dialogAudience(dialog), { id: dialogId });
}

export async function reopenDialog(work: Work, dialogId: number): Promise<void> {
  const dialog = await restoreDialog(work.tx, work.now, dialogId);
  if (!dialog) return;
  await deleteLostDialog(work.tx, dialogId);
  work.emit(dialogGroupRestore, dialogAudience(dialog), { id: dialogId });
}

/** Updates and announces a group's name and owner from the project, task or department it belongs to. */
export async function announceGroup(
  work: Work,
  dialogId: number,
  fields: { name: string; owner_id: number },
): Promise<void> {
  const dialog = await updateDialogRow(work.tx, { ...fields, updated_at: work.now }, dialogId);
  if (dialog) work.emit(dialogGroupUpdate, dialogAudience(dialog), { id: dialogId, ...fields });
}

/** Attaches a personal group to something, such as a department; undefined if there is no such group. */
export async function takeGroup(
  work: Work,
  dialogId: number,
  group: Pick<NewGroup, 'groupType' | 'linkId' | 'name' | 'ownerId'>,
): Promise<DialogRow | undefined> {
  const fields = { name: group.name, owner_id: group.ownerId };
  const dialog = await takeUserGroup(
    work.tx,
    { ...fields, group_type: group.groupType, link_id: group.linkId, updated_at: work.now },
    dialogId,
  );
  if (dialog) {
    work.emit(dialogGroupUpdate, dialogAudience(dialog), { id: dialogId, ...fields, group_type: group.groupType });
  }
  return dialog;
}

/** Announces a changed name or state of a linked project or task. */
export async function announceGroupInfo(
  work: Work,
  dialogId: number,
  name: string,
  info: {
    id: number;
    name: string;
    archived_at: string | null;
    deleted_at: string | null;
    complete_at?: string | null;
    project_id?: number;
  },
): Promise<void> {
  const dialog = await renameDialog(work.tx, name, work.now, dialogId);
  if (dialog) work.emit(dialogGroupUpdate, dialogAudience(dialog), { id: dialogId, name, group_info: info });
}

/** Announces in each conversation that its task changed state together with its project. */
export async function announceTaskInfo(work: Work, tasks: readonly LinkedTask[]): Promise<void> {
  const byDialog = new Map(tasks.flatMap((task) => (task.dialog_id > 0 ? [[task.dialog_id, task] as const] : [])));
  if (byDialog.size === 0) return;
  const dialogs = await touchDialogs(work.tx, work.now, [...byDialog.keys()]);
  for (const dialog of dialogs) {
    const task = byDialog.get(dialog.id);
    if (!task) continue;
    work.emit(dialogGroupUpdate, dialogAudience(dialog), {
      id: dialog.id,
      name: dialog.name,
      group_info: taskInfoOf(task),
    });
  }
}

type LinkedTask = Pick<
  Selectable<Tasks>,
  'id' | 'name' | 'dialog_id' | 'project_id' | 'archived_at' | 'deleted_at' | 'complete_at'
>;
export const taskInfoOf = (task: LinkedTask) => ({
  id: task.id,
  name: task.name,
  archived_at: wireTime(task.archived_at),
  deleted_at: wireTime(task.deleted_at),
  complete_at: wireTime(task.complete_at),
  project_id: task.project_id,
});

/** Joins the newest all-staff group, which is created with the first account. */
export async function joinAllStaff(work: Work, userid: number): Promise<void> {
  const group = await findAllStaffDialog(work.tx);
  if (group) await joinDialog(work, group.id, [userid], { inviter: 0, important: false });
  else {
    await createGroup(work, { groupType: 'all', name: '', ownerId: 0, linkId: 0, members: [userid], important: false });
  }
}

/** Removes a person from all dialogs, including those they were added to by role. */
export async function leaveAllDialogs(work: Work, userid: number): Promise<void> {
  const rows = await listLeavableDialogs(work.tx, userid);
  await exitDialogs(
    work,
    rows.map((row) => row.dialog_id),
    [userid],
  );
}

export async function loadDialogMembers(tx: View['tx'], dialogId: number) {
  const found = await findMembersWithVersion(tx, dialogId);
  return { version: found?.version ?? 0, users: new Set(found?.users) };
}

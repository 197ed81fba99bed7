import { silenceDialog, topDialog } from '@atrium/client/dialogs/dialogActions.ts';
import type { ClientDialog } from '@atrium/client/store/rows.ts';
import {
  type DialogMember,
  dialogUser,
  groupAdddeputy,
  groupAdduser,
  groupDeldeputy,
  groupDeluser,
  groupDisband,
  groupEdit,
  groupTransfer,
  MEMBERS_AT_ONCE,
} from '@atrium/contract/chat/dialogs.ts';
import { dialogExport } from '@atrium/contract/files/exports.ts';
import { uploadPicture } from '#entities/user/picture.actions.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

/** Reads a dialog's members, a thousand at a time. `take` gets all loaded so far, and returns whether to continue. */
export async function listMembers(dialogId: number, take: (members: DialogMember[]) => boolean): Promise<void> {
  let members: DialogMember[] = [];
  for (let page = 1; ; page++) {
    const more = await client.api.call(dialogUser, { dialog_id: dialogId, ...(page > 1 && { page }) });
    members = [...members, ...more];
    if (!take(members) || more.length < MEMBERS_AT_ONCE) return;
  }
}

export const pinDialog = (dialog: ClientDialog) =>
  void client.mutate(topDialog, { dialog_id: dialog.id }, { isOn: !dialog.top_at });
export const muteDialog = (dialog: ClientDialog) =>
  void client.mutate(silenceDialog, { dialog_id: dialog.id, type: dialog.silence ? 'cancel' : 'set' });

/** True if it succeeded; otherwise the server's error has been shown. */
async function said(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}

export const exportMessages = (dialogId: number) => said(client.api.call(dialogExport, { dialog_id: dialogId }));
export const addPeople = (dialogId: number, userids: number[]) =>
  said(client.api.call(groupAdduser, { dialog_id: dialogId, userids }));
export const removePerson = (dialogId: number, userid: number) =>
  said(client.api.call(groupDeluser, { dialog_id: dialogId, userids: [userid] }));
export const leaveGroup = (dialogId: number) => said(client.api.call(groupDeluser, { dialog_id: dialogId }));
export const renameGroup = (dialogId: number, name: string) =>
  said(client.api.call(groupEdit, { dialog_id: dialogId, chat_name: name }));
export const setDeputy = (dialogId: number, userid: number, isDeputy: boolean) =>
  said(client.api.call(isDeputy ? groupAdddeputy : groupDeldeputy, { dialog_id: dialogId, userid }));
export const handOverGroup = (dialogId: number, userid: number) =>
  said(client.api.call(groupTransfer, { dialog_id: dialogId, userid }));
export const showGroupPicture = (dialogId: number, file: File) =>
  said(uploadPicture(file).then((avatar) => client.api.call(groupEdit, { dialog_id: dialogId, avatar })));
export const removeGroupPicture = (dialogId: number) =>
  said(client.api.call(groupEdit, { dialog_id: dialogId, avatar: '' }));
export const disbandGroup = (dialogId: number) => said(client.api.call(groupDisband, { dialog_id: dialogId }));

import type * as acts from '@atrium/contract/chat/messageActions.ts';
import * as contract from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { dialogAudience } from '#modules/dialogs/members/membership.service';
import type { View, Work } from '#platform/work';
import { postCard } from '../cards/cards.service.ts';
import { actFor } from '../messages.access.ts';
import { presentMessage } from '../messages.present.ts';
import { listMessagesById } from '../messages.queries.ts';
import { setDialogTop, setMessageTag } from './marks.queries.ts';

/** Sets or removes a tag, which every member of the dialog may do. */
export async function tagMessage(work: Work, { msg_id }: InputOf<typeof acts.msgTag>) {
  const { message, dialog } = await actFor(work, msg_id);
  const tag = message.tag ? 0 : work.caller.userid;
  await setMessageTag(work.tx, tag, work.now, msg_id);
  const add = await postCard(work, message, { type: 'tag', action: tag ? 'add' : 'remove' });
  const update = { id: msg_id, dialog_id: dialog.id, tag };
  work.emit(contract.messageUpdated, dialogAudience(dialog), update);
  return { add, update };
}

/** Pins a message above its dialog and replaces the previous one; pinning the same message again unpins it. */
export async function pinMessage(work: Work, { msg_id }: InputOf<typeof acts.msgTop>) {
  const { message, dialog } = await actFor(work, msg_id);
  const isOn = dialog.top_msg_id !== msg_id;
  const top = { top_msg_id: isOn ? msg_id : 0, top_userid: isOn ? work.caller.userid : 0 };
  await setDialogTop(work.tx, top, dialog.id);
  const add = await postCard(work, message, { type: 'top', action: isOn ? 'add' : 'remove' });
  const update = { dialog_id: dialog.id, ...top };
  work.emit(contract.dialogTopMsg, dialogAudience(dialog), update);
  return { add, update };
}

export async function topInfo(view: View, { dialog_id }: InputOf<typeof acts.msgTopinfo>) {
  const { dialog } = await dialogFor(view, dialog_id);
  return (await pinnedOf(view, dialog)) ?? {};
}

export async function pinnedOf(view: View, dialog: { top_msg_id: number }): Promise<contract.Message | null> {
  const [row] = dialog.top_msg_id ? await listMessagesById(view.tx, view.caller.userid, [dialog.top_msg_id]) : [];
  return row ? presentMessage(row, view.caller.userid) : null;
}

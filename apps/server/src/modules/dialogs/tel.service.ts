import type * as contract from '@atrium/contract/chat/dialogs.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { displayName } from '#modules/users/present.service';
import { findUser } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { isTemp, type Work } from '#platform/work';
import { memberFor } from './dialogs.access.ts';
import { postNotice } from './posting/post.service.ts';

/** Returns the phone number of the other person, who is notified of it. */
export async function telOf(work: Work, { dialog_id }: InputOf<typeof contract.dialogTel>) {
  if (isTemp(work.caller)) throw fail('dialog.temp');
  const { dialog } = await memberFor(work, dialog_id);
  const { userid } = work.caller;
  const other = (dialog.pair ?? []).find((each) => each !== userid);
  const [peer, me] = await Promise.all([findUser(work.tx, other ?? 0), findUser(work.tx, userid)]);
  if (!peer?.tel || !me || peer.bot || peer.disable_at || peer.delete_at) throw fail('dialog.tel');
  await postNotice(work, dialog_id, userid, 'notice.tel', {
    name: displayName(me),
    peer: displayName(peer),
    userid: String(peer.userid),
  });
  return { tel: peer.tel };
}

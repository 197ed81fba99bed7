import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { MEETING_INVITE } from '@atrium/contract/chat/meetings.ts';
import { requestMeeting } from '#entities/meeting/meeting.ts';
import { client } from '#sync/session.ts';
import { listMembers } from './dialog.actions.ts';

/** True unless the account is deleted or deactivated, because such people stay members of their conversations. */
const isHere = (userid: number): boolean => {
  const user = client.store.get('user', userid);
  return !user?.delete_at && !user?.disable_at;
};

/**
 * Offers a meeting of the people in a conversation, which gets a card to join. Members of larger groups are not invited
 * one by one: the card is enough. A video call begins with the camera.
 */
export async function meetHere(
  { id, dialog_user }: Pick<ClientDialog, 'id' | 'dialog_user'>,
  withCamera = false,
): Promise<void> {
  if (dialog_user) return requestMeeting({ kind: 'create', userids: [dialog_user.userid], dialogId: id, withCamera });
  const me = client.user?.userid ?? 0;
  let userids: number[] = [];
  // If the list cannot be loaded, the meeting begins without inviting them.
  await listMembers(id, (members) => {
    userids = members.filter(({ userid, bot }) => userid !== me && !bot && isHere(userid)).map(({ userid }) => userid);
    return userids.length <= MEETING_INVITE;
  }).catch(() => undefined);
  requestMeeting({
    kind: 'create',
    userids: userids.length <= MEETING_INVITE ? userids : [],
    dialogId: id,
    withCamera,
  });
}

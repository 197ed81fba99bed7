import * as acts from '@atrium/contract/chat/messageActions.ts';
import type * as messages from '@atrium/contract/chat/messages.ts';
import type { Scene } from '../live/frames.ts';
import type { Frame } from '../live/socket.ts';
import { dialogReducers } from '../store/dialogEvents.ts';
import { mutation } from './mutations.ts';

const NEVER: Frame = { type: '', action: '', data: {}, id: 0, mutation: '', silence: true };

/** Applies a message from an answer like its event. */
function takeMessage(scene: Scene, message: messages.Message): void {
  const dialog = scene.base.dialog.get(message.dialog_id);
  if (!dialog) return;
  const data = { ...message, user_at: dialog.user_at, user_ms: dialog.user_ms };
  dialogReducers[dialog.is_onlooker ? 'dialog/chat' : 'dialog/add']?.(scene, data, NEVER);
}

const lane = ({ uuid, dialog_id }: { uuid?: string | undefined; dialog_id?: number | undefined }) =>
  uuid ? `poll:${uuid}` : `dialog:${dialog_id ?? 0}`;

/** Creates a poll, or re-posts one. */
export const postVote = mutation('postVote', acts.msgVote, {
  order: lane,
  isEvent: true,
  confirmed(scene, list) {
    for (const message of list) takeMessage(scene, message);
  },
});

/** Votes in a poll, or ends it. The change is shown in every message with the poll. */
export const changeVote = mutation('changeVote', acts.msgVote, {
  order: lane,
  optimistic(draft, { uuid, type, vote = [] }, { me }) {
    for (const { id, msg } of [...draft.message.all()]) {
      if (msg['uuid'] !== uuid) continue;
      const votes = [...((msg['votes'] as messages.VoteCast[] | undefined) ?? []), { userid: me, votes: vote }];
      draft.message.patch(id, { msg: { ...msg, ...(type === 'finish' ? { state: 0 } : { votes }) } });
    }
  },
  confirmed(scene, list) {
    for (const { id, msg } of list) {
      const known = scene.base.message.get(id)?.msg['reply_data'];
      scene.base.message.patch(id, { msg: known ? { ...msg, reply_data: known } : msg });
    }
  },
});

export const joinChain = mutation('joinChain', acts.msgWordchain, {
  order: lane,
  confirmed: takeMessage,
  isEvent: true,
});

export const pollMutations = { postVote, changeVote, joinChain };

import * as dialogs from '@atrium/contract/chat/dialogs.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as messages from '@atrium/contract/chat/messages.ts';
import type { DataOf, Scene } from '../live/frames.ts';
import type { Frame } from '../live/socket.ts';
import { type Mutation, mutation } from '../sending/mutations.ts';
import { dialogReducers, takeCounters } from '../store/dialogEvents.ts';
import type { ClientMessage, Draft } from '../store/rows.ts';

const laneOf = (dialogId: number | undefined) => `dialog:${dialogId ?? 0}`;
const NEVER: Frame = { type: '', action: '', data: {}, id: 0, mutation: '', silence: true };
const applyAnswer = <K extends 'dialog/add' | 'dialog/chat' | 'dialog/update'>(
  scene: Scene,
  kind: K,
  data: DataOf<K>,
) => dialogReducers[kind]?.(scene, data, NEVER);

/** Shows the message at once, with a temporary id, and marks it if the server refuses it. */
export const sendMessage = mutation('sendMessage', messages.msgSendtext, {
  keeps: true,
  order: ({ dialog_id }) => laneOf(dialog_id),
  optimistic(draft, input, { now, me, tempId, error }) {
    const dialogId = input.dialog_id ?? 0;
    const content = { text: input.text, type: input.text_type ?? 'html' };
    draft.message.put(pendingMessage(draft, { now, me, tempId, error }, input, content));
    if (error) return;
    draft.dialog.patch(dialogId, { last_at: now, hide: 0 });
  },
  confirmed: takeSent,
  isEvent: true,
});

/** Applies the answer to a send: the message, if its conversation is ours. */
export function takeSent(scene: Scene, message: messages.Message): void {
  const dialog = scene.base.dialog.get(message.dialog_id);
  // The conversation is not ours if the reply was sent from outside.
  if (!dialog) return;
  const kind = dialog.is_onlooker ? 'dialog/chat' : 'dialog/add';
  applyAnswer(scene, kind, { ...message, user_at: dialog.user_at, user_ms: dialog.user_ms });
}

/** A text message before the server has it; other types set their own content. */
export function pendingMessage(
  draft: Draft,
  on: { now: string; me: number; tempId: number; error: string },
  to: { dialog_id?: number | undefined; reply_id?: number | undefined; silence?: boolean | undefined },
  content: Record<string, unknown>,
): ClientMessage {
  const dialogId = to.dialog_id ?? 0;
  const dialog = draft.dialog.get(dialogId);
  const quoted = to.reply_id ? draft.message.get(to.reply_id) : undefined;
  const msg = {
    ...content,
    ...(quoted && { reply_data: { id: quoted.id, userid: quoted.userid, type: quoted.type, msg: quoted.msg } }),
  };
  return {
    id: on.tempId,
    dialog_id: dialogId,
    dialog_type: dialog?.type ?? '',
    seq: Number.MAX_SAFE_INTEGER,
    session_id: 0,
    userid: on.me,
    type: 'text',
    mtype: 'text',
    msg,
    emoji: [],
    read: 0,
    send: Math.max(0, (dialog?.people ?? 1) - 1),
    percentage: 0,
    tag: 0,
    todo: 0,
    todo_done: 1,
    link: 0,
    modify: 0,
    bot: 0,
    reply_num: 0,
    reply_id: to.reply_id ?? 0,
    forward_id: 0,
    forward_num: 0,
    silence: Number(to.silence ?? false),
    mentions: [],
    created_at: on.now,
    mention: 0,
    dot: 0,
    read_at: on.now,
    ...(on.error ? { error: on.error } : { is_pending: true }),
  };
}

/** The draft of an edit, which stays on this device. */
export const editKey = (messageId: number) => `e_${messageId}`;

/** `update_id` is the id of the message. Its text stays as a draft until the server has accepted it. */
export const editMessage = mutation('editMessage', messages.msgSendtext, {
  order: ({ dialog_id }) => laneOf(dialog_id),
  optimistic(draft, input) {
    const before = draft.message.get(input.update_id ?? 0);
    if (!before) return;
    const msg = { ...before.msg, text: input.text, type: input.text_type ?? 'html' };
    draft.message.patch(before.id, { msg, modify: 1, is_pending: true });
  },
  confirmed(scene, { id, dialog_id, type, mtype, link, msg, mentions, modify }) {
    applyAnswer(scene, 'dialog/update', { id, dialog_id, type, mtype, link, msg, mentions, modify });
  },
  dropped({ drafts }, _local, isSent, { dialog_id, update_id = 0 }) {
    // The person may be editing the same message again.
    const isAgain = drafts.quoteOf(String(dialog_id))?.content === update_id;
    if (isSent && !isAgain) drafts.remove(editKey(update_id));
  },
});

export const withdrawMessage: Mutation<typeof acts.msgWithdraw, { dialog_id: number }> = mutation(
  'withdrawMessage',
  acts.msgWithdraw,
  {
    optimistic: (draft, { msg_id }) => draft.message.remove(msg_id),
  },
);

/** `isOn` is the person's intention, so that a late echo does not flip it on the screen. */
export const reactToMessage: Mutation<typeof acts.msgEmoji, { isOn: boolean }> = mutation(
  'reactToMessage',
  acts.msgEmoji,
  {
    optimistic(draft, { msg_id, symbol }, { me, local }) {
      const message = draft.message.get(msg_id);
      if (!message) return;
      const before = message.emoji.find((entry) => entry.symbol === symbol)?.userids ?? [];
      if (before.includes(me) === local.isOn) return;
      const userids = local.isOn ? [me, ...before] : before.filter((userid) => userid !== me);
      const others = message.emoji.filter((entry) => entry.symbol !== symbol);
      draft.message.patch(msg_id, { emoji: userids.length > 0 ? [{ symbol, userids }, ...others] : others });
    },
    confirmed: (scene, { id, emoji }) => scene.base.message.patch(id, { emoji }),
  },
);

/** `isOn` is the person's intention, as with reactions. */
export const tagMessage: Mutation<typeof acts.msgTag, { isOn: boolean }> = mutation('tagMessage', acts.msgTag, {
  optimistic: (draft, { msg_id }, { me, local }) => draft.message.patch(msg_id, { tag: local.isOn ? me : 0 }),
  confirmed: (scene, { update: { id, tag } }) => scene.base.message.patch(id, { tag }),
});

export const pinMessage: Mutation<typeof acts.msgTop, { dialog_id: number; isOn: boolean }> = mutation(
  'pinMessage',
  acts.msgTop,
  {
    optimistic: (draft, { msg_id }, { me, local }) =>
      draft.dialog.patch(local.dialog_id, {
        top_msg_id: local.isOn ? msg_id : 0,
        top_userid: local.isOn ? me : 0,
      }),
    confirmed: (scene, { update: { dialog_id, ...top } }) => scene.base.dialog.patch(dialog_id, top),
  },
);

/** `todo` of the message is the id of its to-do list, 0 if there is none. */
export const setTodo = mutation('setTodo', acts.msgTodo, {
  optimistic: (draft, { msg_id, type, userids = [] }, { me }) =>
    draft.message.patch(
      msg_id,
      type === 'all' || userids.length > 0 ? { todo: me, todo_done: 0 } : { todo: 0, todo_done: 1 },
    ),
  confirmed: (scene, { update: { id, todo, todo_done } }) => scene.base.message.patch(id, { todo, todo_done }),
});

export const remindTodo = mutation('remindTodo', acts.msgTodoremind, {});

export const finishTodo: Mutation<typeof acts.msgDone, { dialog_id: number }> = mutation('finishTodo', acts.msgDone, {
  optimistic(draft, _input, { local }) {
    const dialog = draft.dialog.get(local.dialog_id);
    if (dialog) draft.dialog.patch(dialog.id, { todo_num: Math.max(0, dialog.todo_num - 1) });
  },
  confirmed: (scene, { update: { id, todo, todo_done } }) => scene.base.message.patch(id, { todo, todo_done }),
});

/** `id`: message ids. The answer has the counters of their dialogs. */
export const markRead: Mutation<typeof messages.msgRead, { ids: number[] }> = mutation('markRead', messages.msgRead, {
  order: () => 'read',
  optimistic(draft, _input, { local, now }) {
    for (const id of local.ids) {
      const message = draft.message.get(id);
      if (!message || message.read_at) continue;
      draft.message.patch(id, { read_at: now });
      const dialog = draft.dialog.get(message.dialog_id);
      if (!dialog || dialog.unread === 0) continue;
      draft.dialog.patch(dialog.id, {
        unread: dialog.unread - 1,
        mention: Math.max(0, dialog.mention - Number(message.mention > 0)),
        mention_ids: dialog.mention_ids.filter((each) => each !== id),
        mark_unread: 0,
      });
    }
  },
  confirmed(scene, counters, _input, { ids }) {
    // The server omits messages withdrawn meanwhile: they stay in our count until their event arrives.
    const counted = new Set(counters.map((each) => each.id));
    for (const id of ids) {
      const message = scene.base.message.get(id);
      if (!message || message.read_at || !counted.has(message.dialog_id)) continue;
      scene.base.message.patch(id, { read_at: message.created_at });
    }
    for (const each of counters) {
      takeCounters(scene, each);
      scene.base.dialog.patch(each.id, { mark_unread: 0 });
    }
  },
});

export const markDialog = mutation('markDialog', dialogs.dialogMark, {
  order: () => 'read',
  optimistic(draft, { dialog_id, type, after_msg_id }, { now }) {
    if (type === 'unread') return draft.dialog.patch(dialog_id, { mark_unread: 1 });
    draft.dialog.patch(dialog_id, {
      mark_unread: 0,
      ...(!after_msg_id && { unread: 0, mention: 0, mention_ids: [], unread_one: 0 }),
    });
    for (const message of [...draft.message.all()]) {
      if (message.dialog_id === dialog_id && !message.read_at && message.id >= (after_msg_id ?? 0)) {
        draft.message.patch(message.id, { read_at: now });
      }
    }
  },
});

export const topDialog: Mutation<typeof dialogs.dialogTop, { isOn: boolean }> = mutation(
  'topDialog',
  dialogs.dialogTop,
  {
    optimistic: (draft, { dialog_id }, { now, local }) =>
      draft.dialog.patch(dialog_id, { top_at: local.isOn ? now : null }),
    confirmed: (scene, { id, top_at }) => scene.base.dialog.patch(id, { top_at }),
  },
);

export const hideDialog = mutation('hideDialog', dialogs.dialogHide, {
  optimistic: (draft, { dialog_id }) => draft.dialog.patch(dialog_id, { hide: 1 }),
  confirmed: (scene, { id, hide }) => scene.base.dialog.patch(id, { hide }),
});

export const colorDialog = mutation('colorDialog', dialogs.dialogColor, {
  optimistic: (draft, { dialog_id, color = '' }) => draft.dialog.patch(dialog_id, { color }),
  confirmed: (scene, { id, color }) => scene.base.dialog.patch(id, { color }),
});

export const silenceDialog = mutation('silenceDialog', dialogs.dialogSilence, {
  optimistic: (draft, { dialog_id, type }) => draft.dialog.patch(dialog_id, { silence: Number(type === 'set') }),
  confirmed: (scene, { id, silence }) => scene.base.dialog.patch(id, { silence }),
});

export const dialogMutations = {
  sendMessage,
  editMessage,
  withdrawMessage,
  reactToMessage,
  tagMessage,
  pinMessage,
  setTodo,
  remindTodo,
  finishTodo,
  markRead,
  markDialog,
  topDialog,
  hideDialog,
  colorDialog,
  silenceDialog,
};

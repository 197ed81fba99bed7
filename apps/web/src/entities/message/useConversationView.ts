import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { type RefObject, useCallback } from 'react';
import { useMe } from '#entities/user/useUsers.ts';
import { useStable } from '#ui/useStable.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import type { BubbleActions } from './bubbles/bubbleActions.ts';
import type { OpenModal } from './ConversationModals.tsx';
import type { ComposerHandle } from './composer/composing.ts';
import { useReplyOrEdit } from './composer/useReplyOrEdit.ts';
import { isField } from './composer/useTypeAhead.ts';
import { conversationSends } from './conversationSends.ts';
import type { MessageListHandle } from './list/MessageList.tsx';
import { useSelection } from './list/useSelection.ts';
import { isEditable } from './menu/messageItems.tsx';
import { discard, markSeen, react, retry, takeBack, togglePin, toggleTag } from './message.actions.ts';
import { useConversationPlace } from './useConversationPlace.ts';

export interface Opening {
  dialog: ClientDialog;
  /** Opens around this message instead of the first unread one. */
  position?: number;
  /** A requested position; each `count` is a separate request. */
  wanted?: { id: number; count: number };
  onPerson: (userid: number) => void;
}

/** The rendered parts that the view model controls. */
export interface ConversationRefs {
  list: RefObject<Pick<MessageListHandle, 'toBottom'> | null>;
  composer: RefObject<ComposerHandle | null>;
}

/**
 * The view model of a conversation: position, reply or edit, selection, open overlays, and the effects of sending. Its
 * state starts again when the dialog changes.
 */
export function useConversationView(
  { dialog, position, wanted, onPerson }: Opening,
  { list, composer }: ConversationRefs,
) {
  const me = useMe();
  const { reply, editing, replaced, answer, edit, drop: dropQuote } = useReplyOrEdit(dialog.id);
  const [modal, setModal] = useStateOf<OpenModal | null>(dialog.id, () => null);
  const selection = useSelection(dialog.id);
  const { jump, ...place } = useConversationPlace({ dialog, position, wanted });
  const { view, toLatest } = place;
  const last = view.messages.at(-1);

  const { toggle } = selection;
  const actions = useStable<BubbleActions>({
    reply(message) {
      answer(message);
      composer.current?.focus();
    },
    edit,
    withdraw: (message) => void takeBack(message),
    react: (message, symbol) => react(message, symbol, me),
    retry,
    discard,
    jump: (id) => void jump(id),
    openPerson: onPerson,
    openReplies: (message) => setModal({ kind: 'replies', message }),
    openWhole: (message) => setModal({ kind: 'whole', message }),
    tag: toggleTag,
    pin: togglePin,
    editTodo: (message) => setModal({ kind: 'todo', message }),
    newTask: (message) => setModal({ kind: 'task', message }),
    proposeTasks: (message) => setModal({ kind: 'tasks', message }),
    summarizeReplies: ({ id }) => setModal({ kind: 'summary', fromId: 0, replyId: id }),
    report: (message) => setModal({ kind: 'complaint', message }),
    forward: (messages) => setModal({ kind: 'forward', messages }),
    select: toggle,
    joinChain: (message) => setModal({ kind: 'chain', message }),
    view: (message) => setModal({ kind: 'view', message }),
    pickEmoji: (message) => setModal({ kind: 'react', message }),
  });

  const sends = conversationSends({
    ...{ dialog, reply, editing, edit, dropQuote, toLatest },
    hasNewer: view.hasNewer,
    toBottom: () => list.current?.toBottom(),
    isElsewhere: () => isField(document.activeElement) && !composer.current?.hasFocus?.(),
    open: setModal,
  });
  const isMuted = dialog.dialog_mute === 'close' || dialog.is_disable === 1;
  return {
    me,
    ...place,
    ...sends,
    /** The key of the last message shown. */
    lastKey: last ? view.keyOf(last.id) : 0,
    reply,
    editing,
    replaced,
    dropQuote,
    isMuted,
    modal,
    setModal,
    selection,
    actions,
    offer(files: readonly File[]) {
      if (isMuted) return;
      // Files that already wait to be sent are included.
      setModal((now) => ({ kind: 'files', files: [...(now?.kind === 'files' ? now.files : []), ...files] }));
    },
    onEditLast() {
      const own = view.messages.findLast((message) => message.userid === me && message.id > 0 && isEditable(message));
      if (own) actions.edit(own);
    },
    onSeen: useCallback((ids: readonly number[]) => markSeen(ids), []),
    forwardChosen: () => actions.forward(view.messages.filter((message) => selection.chosen?.has(message.id))),
  };
}

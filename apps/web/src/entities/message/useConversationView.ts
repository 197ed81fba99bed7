import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { type Place, sendLocation } from '#entities/location/location.actions.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { sendVoice } from '#entities/voice/voice.actions.ts';
import { wordsOf } from '#sync/words.ts';
import { afterPaint } from '#ui/layout/afterPaint.ts';
import { useStable } from '#ui/useStable.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import type { BubbleActions } from './bubbles/bubbleActions.ts';
import type { OpenModal } from './ConversationModals.tsx';
import type { ComposerHandle } from './composer/composing.ts';
import { useReplyOrEdit } from './composer/useReplyOrEdit.ts';
import { sendFiles } from './files/file.actions.ts';
import type { MessageListHandle } from './list/MessageList.tsx';
import { useSelection } from './list/useSelection.ts';
import { isEditable } from './menu/messageItems.tsx';
import {
  closeConversation,
  discard,
  dropDraft,
  leaveDraft,
  loadNewer,
  loadOlder,
  markSeen,
  openConversation,
  react,
  retry,
  type SendFormat,
  send,
  takeBack,
  togglePin,
  toggleTag,
} from './message.actions.ts';
import { beginsWithSlash, typedIn } from './programs/slash.ts';
import { carryOutSlash } from './programs/useSlash.ts';
import { useConversation } from './useConversation.ts';

export interface Opening {
  dialog: ClientDialog;
  /** Opens around this message instead of the first unread one. */
  position?: number;
  /** A requested position; each `count` is a separate request. */
  wanted?: { id: number; count: number };
  onPerson: (userid: number) => void;
}

/** What the view model needs from the rendered parts. */
export interface Drawn {
  list: RefObject<Pick<MessageListHandle, 'toBottom'> | null>;
  composer: RefObject<ComposerHandle | null>;
}

type Voice = Parameters<typeof sendVoice>[1];

/**
 * A conversation without its screen: position, reply or edit, selection, open overlays, and the effects of sending.
 * When the dialog changes, its state starts again.
 */
export function useConversationView({ dialog, position, wanted, onPerson }: Opening, { list, composer }: Drawn) {
  const me = useMe();
  // The first unread message when the conversation opens; reading does not move the divider.
  const opened = `${dialog.id}.${position ?? ''}`;
  const [firstUnread] = useStateOf(opened, () => dialog.unread_one);
  const [anchor, setAnchor] = useStateOf(opened, () => position ?? (firstUnread || undefined));
  // Every jump reopens the list at its message, even if it was there before.
  const [jumps, setJumps] = useStateOf(opened, () => 0);
  const [isLoading, setLoading] = useStateOf(opened, () => true);
  const [problem, setProblem] = useStateOf(opened, () => '');
  const { reply, editing, replaced, answer, edit, drop: dropQuote } = useReplyOrEdit(dialog.id);
  const [highlighted, setHighlighted] = useStateOf(opened, () => position ?? 0);
  // A person who jumps to the newest messages wants their end, not the first unread one.
  const [isAtLatest, setAtLatest] = useStateOf(opened, () => false);
  const toLatest = () => {
    setJumps((count) => count + 1);
    setAtLatest(true);
    setAnchor(undefined);
  };
  const [modal, setModal] = useStateOf<OpenModal | null>(dialog.id, () => null);
  const selection = useSelection(dialog.id);
  const view = useConversation(dialog.id, anchor);
  // Until the reader jumps elsewhere.
  const isAtUnread = position === undefined && jumps === 0;
  // Once the loaded range reaches the live end, it follows the live end.
  if (isAtUnread && anchor !== undefined && view.isLoaded && !view.hasNewer) setAnchor(undefined);

  const last = view.messages.at(-1);
  const lastKey = last ? view.keyOf(last.id) : 0;
  const isHere = useRef(false);
  isHere.current = view.isLoaded;
  useEffect(() => {
    let isOpen = true;
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      openConversation(dialog.id, position ?? (firstUnread || undefined), position !== undefined)
        .catch((error: unknown) => {
          if (!isOpen) return;
          setProblem(wordsOf(error));
          // The loaded messages may not include the first unread one.
          if (position === undefined) setAnchor(undefined);
        })
        .finally(() => isOpen && setLoading(false));
    };
    // Loaded messages show first, and requests follow.
    const leave = isHere.current ? afterPaint(begin) : begin();
    return () => {
      isOpen = false;
      leave?.();
      leaveDraft(dialog.id);
      if (hasBegun) closeConversation(dialog.id);
    };
  }, [dialog.id, position, firstUnread, setProblem, setAnchor, setLoading]);

  // The highlight of the target message stays until the reader does something; a timeout would be too short for some.
  useEffect(() => {
    if (!highlighted || isLoading) return;
    const ending = new AbortController();
    for (const sign of ['pointerdown', 'wheel', 'keydown']) {
      window.addEventListener(sign, () => setHighlighted(0), { signal: ending.signal, passive: true });
    }
    return () => ending.abort();
  }, [highlighted, isLoading, setHighlighted]);

  const jump = useCallback(
    async (id: number) => {
      await openConversation(dialog.id, id, true).catch(() => undefined);
      closeConversation(dialog.id);
      setAnchor(id);
      setHighlighted(id);
      setJumps((count) => count + 1);
    },
    [dialog.id, setAnchor, setHighlighted, setJumps],
  );

  useEffect(() => {
    if (wanted) void jump(wanted.id);
  }, [wanted, jump]);

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

  const onSend = (text: string, format: SendFormat) => {
    const isCommand =
      !editing &&
      beginsWithSlash(text) &&
      carryOutSlash({ dialog, ...typedIn(text), open: setModal, send: () => sendNow(text, format) });
    if (!isCommand) return sendNow(text, format);
    dropDraft(dialog.id);
    dropQuote();
  };
  const sendNow = (text: string, format: SendFormat) => {
    send({ dialogId: dialog.id, text, format, reply, editing });
    dropQuote();
    if (view.hasNewer) toLatest();
    list.current?.toBottom();
  };
  const isMuted = dialog.dialog_mute === 'close' || dialog.is_disable === 1;
  const offer = (files: readonly File[]) => {
    if (isMuted) return;
    // Files already waiting to be sent are included.
    setModal((now) => ({ kind: 'files', files: [...(now?.kind === 'files' ? now.files : []), ...files] }));
  };
  const onFiles = (files: readonly File[]) => {
    void sendFiles(dialog.id, files, { reply }).then(() => list.current?.toBottom());
    dropQuote();
    if (view.hasNewer) toLatest();
  };
  const onPlace = (place: Place) => {
    sendLocation(dialog.id, place, reply);
    dropQuote();
    if (view.hasNewer) toLatest();
    list.current?.toBottom();
  };
  const onEditLast = () => {
    const last = view.messages.findLast((message) => message.userid === me && message.id > 0 && isEditable(message));
    if (last) actions.edit(last);
  };
  const onOlder = useCallback(() => loadOlder(dialog.id, anchor), [dialog.id, anchor]);
  const onNewer = useCallback(() => loadNewer(dialog.id, anchor), [dialog.id, anchor]);
  const onSeen = useCallback((ids: readonly number[]) => markSeen(ids), []);
  const forwardChosen = () => actions.forward(view.messages.filter((message) => selection.chosen?.has(message.id)));

  const onVoice = (recorded: Voice) => {
    dropQuote();
    sendVoice(dialog.id, recorded, reply);
    list.current?.toBottom();
  };
  return {
    me,
    /** Another opening restarts the screen's state. */
    opened: `${opened}.${jumps}`,
    firstUnread,
    anchor,
    view,
    /** The key of the last message shown. */
    lastKey,
    isLoading: isLoading || !view.isLoaded,
    problem,
    isAtUnread,
    isAtLatest,
    highlighted,
    reply,
    editing,
    replaced,
    dropQuote,
    isMuted,
    modal,
    setModal,
    selection,
    actions,
    toLatest,
    offer,
    onSend,
    onFiles,
    onPlace,
    onVoice,
    onEditLast,
    onOlder,
    onNewer,
    onSeen,
    forwardChosen,
  };
}

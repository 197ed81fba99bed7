import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useStableDialog } from '#entities/dialog/useStableDialog.ts';
import { type Place, sendLocation } from '#entities/location/location.actions.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { sendVoice } from '#entities/voice/voice.actions.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { fetchPart, later } from '#sync/store/later.ts';
import { wordsOf } from '#sync/words.ts';
import { useCommands } from '#ui/keys/commands.ts';
import { afterPaint } from '#ui/layout/afterPaint.ts';
import { KeepAlive } from '#ui/layout/KeepAlive.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { useStable } from '#ui/useStable.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import type { BubbleActions } from './bubbles/bubbleActions.ts';
import classes from './Conversation.module.css';
import type { OpenModal } from './ConversationModals.tsx';
import { composerExtras } from './composer/composerExtras.ts';
import type { ComposerHandle, ComposerProps } from './composer/composing.ts';
import { useReplyOrEdit } from './composer/useReplyOrEdit.ts';
import { PlainField } from './editor/PlainField.tsx';
import { whenComposed, whenPainted } from './editor/plainField.ts';
import { sendFiles } from './files/file.actions.ts';
import sending from './files/SendFilesModal.module.css';
import { SCREENSHOT, takeScreenshot } from './files/screenshot.ts';
import { useFileChoice } from './files/useFileChoice.tsx';
import { useFileDrop } from './files/useFileDrop.ts';
import { MessageList, type MessageListHandle } from './list/MessageList.tsx';
import { SelectBar } from './list/SelectBar.tsx';
import { TopBar } from './list/TopBar.tsx';
import { useSelection } from './list/useSelection.ts';
import { isEditable } from './menu/messageItems.tsx';
import {
  closeConversation,
  discard,
  draftOf,
  keepDraft,
  leaveDraft,
  loadNewer,
  loadOlder,
  openConversation,
  react,
  retry,
  type SendFormat,
  see,
  send,
  takeBack,
  togglePin,
  toggleTag,
} from './message.actions.ts';
import { TodoStrip } from './todos/TodoStrip.tsx';
import { useConversation } from './useConversation.ts';

/** The editor comes once one can read and write: it is as large as all the rest of the messenger. Until then a plain field serves. */
const Composer = lazy(async () => {
  await whenPainted();
  const module = await fetchPart(() => import('./composer/Composer.tsx'));
  await whenComposed();
  return { default: memo(module.Composer) };
});

// Overlays of a chat are loaded when the first one opens: reading and writing do not need them.
const ConversationModals = later(async () => (await import('./ConversationModals.tsx')).ConversationModals);

// For conversations with a bot that has some.
const QuickBar = later(async () => (await import('./composer/QuickBar.tsx')).QuickBar);
const hasQuick = ({ quick_msgs, email }: ClientDialog) => quick_msgs?.length > 0 || email === 'check-in@bot.system';

/** What a message holds at most. */
const MAX_CHARS = 200_000;

interface Props {
  dialog: ClientDialog;
  people: readonly UserBasic[];
  /** Opens around this message instead of where reading goes on. */
  position?: number;
  /** Where somebody wants to go from outside; each `count` is a wish of its own. */
  wanted?: { id: number; count: number };
  onPerson: (userid: number) => void;
}

/**
 * A dialog's messages and the field to write in: the same in the messenger, a project and a task. Another dialog may come
 * in the place of this one: its messages and its state are made again, the field is not, because it takes as long as all the rest.
 */
export function Conversation({ dialog, people, position, wanted, onPerson }: Props) {
  const me = useMe();
  const still = useStableDialog(dialog);
  const list = useRef<MessageListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  // Where reading goes on when the conversation opens; what is read meanwhile does not move the line.
  const opened = `${dialog.id}.${position ?? ''}`;
  const [firstUnread] = useStateOf(opened, () => dialog.unread_one);
  const [anchor, setAnchor] = useStateOf(opened, () => position ?? (firstUnread || undefined));
  // Every jump opens the list again at its message, whether it has been there before or not.
  const [jumps, setJumps] = useStateOf(opened, () => 0);
  const [isLoading, setLoading] = useStateOf(opened, () => true);
  const [problem, setProblem] = useStateOf(opened, () => '');
  const { reply, editing, replaced, answer, edit, drop: dropQuote } = useReplyOrEdit(dialog.id);
  const [highlighted, setHighlighted] = useStateOf(opened, () => position ?? 0);
  // A person who asked for the newest messages wants their end, not the first unread one.
  const [isAtLatest, setAtLatest] = useStateOf(opened, () => false);
  const toLatest = () => {
    setJumps((count) => count + 1);
    setAtLatest(true);
    setAnchor(undefined);
  };
  const [modal, setModal] = useStateOf<OpenModal | null>(dialog.id, () => null);
  const selection = useSelection(dialog.id);
  const view = useConversation(dialog.id, anchor);
  // Until somebody goes elsewhere.
  const isAtUnread = position === undefined && jumps === 0;
  // What reaches the live end is the live end from now on.
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
          // What is here may not reach back to the first unread one.
          if (position === undefined) setAnchor(undefined);
        })
        .finally(() => isOpen && setLoading(false));
    };
    // What can be read already is shown first; what is asked for is nobody's wait.
    const leave = isHere.current ? afterPaint(begin) : begin();
    return () => {
      isOpen = false;
      leave?.();
      leaveDraft(dialog.id);
      if (hasBegun) closeConversation(dialog.id);
    };
  }, [dialog.id, position, firstUnread, setProblem, setAnchor, setLoading]);

  // What was opened at a message shows which one until the reader does something; a time would be too short for some.
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
    withdraw: (message) => takeBack(message),
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
    forward: (messages) => setModal({ kind: 'forward', messages }),
    select: toggle,
    joinChain: (message) => setModal({ kind: 'chain', message }),
    view: (message) => setModal({ kind: 'view', message }),
    pickEmoji: (message) => setModal({ kind: 'react', message }),
  });

  const onSend = (text: string, format: SendFormat) => {
    send({ dialogId: dialog.id, text, format, reply, editing });
    dropQuote();
    if (view.hasNewer) toLatest();
    list.current?.toBottom();
  };
  const waiting = { unread: dialog.unread, unreadOne: dialog.unread_one, mentions: dialog.mention_ids };
  const isMuted = dialog.dialog_mute === 'close' || dialog.is_disable === 1;
  const offer = (files: readonly File[]) => {
    if (isMuted) return;
    // What waits to be sent already goes along.
    setModal((now) => ({ kind: 'files', files: [...(now?.kind === 'files' ? now.files : []), ...files] }));
  };
  const drop = useFileDrop(offer);
  const choose = useFileChoice(offer);
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
  const onSeen = useCallback((ids: readonly number[]) => see(ids), []);
  const forwardChosen = () => actions.forward(view.messages.filter((message) => selection.chosen?.has(message.id)));

  // Every message that comes changes the conversation, and nothing of the field.
  const { id, type, group_type, owner_id, link_id, group_info, bot, dialog_user } = dialog;
  const about = useStable({ id, type, group_type, owner_id, link_id, group_info, bot, dialog_user });
  const { open: chooseFiles, shoot } = useStable({
    open: choose.open,
    shoot: () => void takeScreenshot().then((taken) => taken.length > 0 && offer(taken)),
  });
  // Text in another overlay of the chat would be lost.
  const mayShoot = host.canCapture() && !isMuted && (!modal || modal.kind === 'files');
  useCommands(mayShoot ? [{ id: SCREENSHOT, label: t('screenshot.title'), run: shoot }] : []);
  const extras = useMemo(
    () => composerExtras(about, setModal, chooseFiles, shoot),
    [about, chooseFiles, setModal, shoot],
  );
  const composing: ComposerProps = useStable<ComposerProps>({
    ref: composer,
    placeholder: t('composer.placeholder', { name: dialog.name }),
    draft: () => draftOf(dialog.id),
    replaced,
    dialog: about,
    people,
    maxLength: MAX_CHARS,
    reply,
    editing,
    isMuted,
    extras,
    onFiles: offer,
    onAttach: () => choose.open(''),
    onVoice: (recorded) => {
      dropQuote();
      sendVoice(dialog.id, recorded, reply);
      list.current?.toBottom();
    },
    onDraft: (html) => keepDraft(dialog.id, html),
    onSend,
    onCancel: dropQuote,
    onEditLast,
  });
  // What is here can be read, and answered, whether more of it can be had or not.
  if (problem && !view.isLoaded) return <EmptyState drawing="lost" text={problem} />;
  return (
    <section className={classes.box} aria-label={dialog.name} {...drop.handlers}>
      {drop.isOver && !isMuted && <div className={sending.over}>{t('file.drop')}</div>}
      {choose.field}
      <TopBar key={`top ${dialog.id}`} dialog={still} onJump={actions.jump} />
      <KeepAlive
        id={`${opened}.${jumps}`}
        mark={`${view.messages[0]?.id ?? 0} ${lastKey} ${firstUnread}`}
        isKept={isAtUnread && view.isLoaded && !view.hasNewer}
      >
        <MessageList
          ref={list}
          dialogId={dialog.id}
          messages={view.messages}
          keyOf={view.keyOf}
          me={me}
          isGroup={dialog.type === 'group'}
          firstUnread={firstUnread}
          hasOlder={view.hasOlder}
          hasNewer={view.hasNewer}
          isLoading={isLoading || !view.isLoaded}
          highlighted={highlighted}
          pinned={dialog.top_msg_id}
          chosen={selection.chosen}
          target={isAtUnread ? undefined : anchor}
          waiting={waiting}
          opensAtEnd={isAtLatest}
          actions={actions}
          onOlder={onOlder}
          onNewer={onNewer}
          onLatest={toLatest}
          onSeen={onSeen}
          empty={<EmptyState drawing="chat" text={t('message.none')} />}
        />
      </KeepAlive>
      {!reply && !editing && !selection.chosen && (
        <TodoStrip key={`todo ${dialog.id}`} dialog={still} onJump={actions.jump} />
      )}
      {!isMuted && hasQuick(dialog) && (
        <Suspense>
          <QuickBar key={`quick ${dialog.id}`} dialog={dialog} />
        </Suspense>
      )}
      {selection.chosen ? (
        <SelectBar count={selection.chosen.size} onForward={forwardChosen} onClose={selection.clear} />
      ) : (
        <Suspense fallback={<PlainField key={dialog.id} {...composing} />}>
          <Composer {...composing} />
        </Suspense>
      )}
      {modal && (
        <Suspense>
          <ConversationModals
            modal={modal}
            dialog={dialog}
            people={people}
            onClose={() => setModal(null)}
            onForwarded={selection.clear}
            onFiles={onFiles}
            onPlace={onPlace}
            actions={actions}
          />
        </Suspense>
      )}
    </section>
  );
}

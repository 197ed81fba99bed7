import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { isAssistant } from '@atrium/contract/chat/assistants.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { lazy, memo, Suspense, useEffect, useMemo, useRef } from 'react';
import { useStableDialog } from '#entities/dialog/useStableDialog.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { fetchPart, lazyChatPart, lazyPart } from '#sync/store/lazyPart.ts';
import { useCommands } from '#ui/keys/commands.ts';
import { KeepAlive } from '#ui/layout/KeepAlive.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { useStable } from '#ui/useStable.ts';
import classes from './Conversation.module.css';
import { composerExtras, readingExtras } from './composer/composerExtras.ts';
import type { ComposerHandle, ComposerProps } from './composer/composing.ts';
import { useTypeAhead } from './composer/useTypeAhead.ts';
import { PlainField } from './editor/PlainField.tsx';
import { whenComposed, whenPainted } from './editor/plainField.ts';
import sending from './files/SendFilesModal.module.css';
import { SCREENSHOT, takeScreenshot } from './files/screenshot.ts';
import { useFileChoice } from './files/useFileChoice.tsx';
import { useFileDrop } from './files/useFileDrop.ts';
import { MessageList, type MessageListHandle } from './list/MessageList.tsx';
import { SelectBar } from './list/SelectBar.tsx';
import { TopBar } from './list/TopBar.tsx';
import { draftOf, dropEdit, editOf, storeDraft, storeEdit } from './message.actions.ts';
import { useHasOwnReplies } from './programs/useHasOwnReplies.ts';
import { TodoStrip } from './todos/TodoStrip.tsx';
import { type Opening, useConversationView } from './useConversationView.ts';

/**
 * The editor loads once people can read and write, because it is as large as the rest of the messenger. Until then a
 * plain field is shown.
 */
const Composer = lazy(async () => {
  await whenPainted();
  const module = await fetchPart(() => import('./composer/Composer.tsx'));
  await whenComposed();
  return { default: memo(module.Composer) };
});

// The overlays load when the first one opens, because reading and writing do not need them.
const ConversationModals = lazyPart(async () => (await import('./ConversationModals.tsx')).ConversationModals);

const OwnReplies = lazyChatPart(async () => (await import('./programs/OwnReplies.tsx')).OwnReplies);
// The questions of assistants, for conversations with one.
const Confirmations = lazyChatPart(async () => (await import('#entities/assistant/Confirmations.tsx')).Confirmations);
// The buttons of bots, for conversations with a bot that has some.
const QuickBar = lazyChatPart(async () => (await import('./composer/QuickBar.tsx')).QuickBar);
const hasQuick = ({ quick_msgs, email }: ClientDialog) => quick_msgs?.length > 0 || email === 'check-in@bot.system';

/** Maximum length of a message. */
const MAX_CHARS = 200_000;

interface Props extends Opening {
  people: readonly UserBasic[];
  /** True if the screen is for this conversation: its field has the focus, and takes letters typed elsewhere. */
  takesKeys?: boolean;
  /** True if its first message was just written elsewhere: the next one goes into its field. */
  startsFocused?: boolean;
}

/**
 * A dialog's messages and the field: the same in the messenger, a project and a task. When the dialog changes, messages
 * and state are recreated; the field is not, because it takes as long as all the rest.
 */
export function Conversation({ dialog, people, position, wanted, onPerson, takesKeys = false, startsFocused }: Props) {
  const still = useStableDialog(dialog);
  const list = useRef<MessageListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const opening = { dialog, onPerson, ...(position !== undefined && { position }), ...(wanted && { wanted }) };
  const model = useConversationView(opening, { list, composer });
  const { view, reply, editing, modal, setModal, selection, actions, isMuted, offer, firstUnread } = model;
  const hasOwnReplies = useHasOwnReplies(dialog.id);
  useTypeAhead(composer, dialog.id, takesKeys && !isMuted);
  useEffect(() => {
    if (startsFocused) composer.current?.focus();
  }, [startsFocused]);
  const drop = useFileDrop(offer);
  const choose = useFileChoice(offer);
  const waiting = { unread: dialog.unread, unreadOne: dialog.unread_one, mentions: dialog.mention_ids };
  // Only these fields are passed on, because every new message changes the conversation, and nothing in the field.
  const { id, type, group_type, owner_id, link_id, group_info, bot, dialog_user, email } = dialog;
  const about = useStable({ id, type, group_type, owner_id, link_id, group_info, bot, dialog_user, email });
  const { open: chooseFiles, shoot } = useStable({
    open: choose.open,
    shoot: () => void takeScreenshot().then((taken) => taken.length > 0 && offer(taken)),
  });
  // A screenshot is not offered while another overlay is open, whose text would be lost.
  const mayShoot = host.canCapture() && !isMuted && (!modal || modal.kind === 'files');
  useCommands(mayShoot ? [{ id: SCREENSHOT, label: t('screenshot.title'), run: shoot }] : []);
  const extras = useMemo(
    () => [...composerExtras(about, setModal, chooseFiles, shoot), ...readingExtras(about, firstUnread, setModal)],
    [about, chooseFiles, firstUnread, setModal, shoot],
  );
  const composing: ComposerProps = useStable<ComposerProps>({
    ref: composer,
    placeholder: t('composer.placeholder', { name: dialog.name }),
    draft: () => draftOf(dialog.id),
    edited: editOf,
    replaced: model.replaced,
    dialog: about,
    people,
    maxLength: MAX_CHARS,
    reply,
    editing,
    isMuted,
    extras,
    onFiles: offer,
    onAttach: () => choose.open(''),
    onVoice: model.onVoice,
    onDraft: (html) => storeDraft(dialog.id, html),
    onEdit: storeEdit,
    onSend: model.onSend,
    onCancel() {
      if (editing) dropEdit(editing.id);
      model.dropQuote();
    },
    onEditLast: model.onEditLast,
  });
  // The error is shown only if nothing is loaded: loaded messages can be read and answered even if loading more fails.
  if (model.problem && !view.isLoaded) return <EmptyState drawing="lost" text={model.problem} />;
  return (
    <section className={classes.box} aria-label={dialog.name} {...drop.handlers}>
      {drop.isOver && !isMuted && <div className={sending.over}>{t('file.drop')}</div>}
      {choose.field}
      <TopBar key={`top ${dialog.id}`} dialog={still} onJump={actions.jump} />
      <KeepAlive
        id={model.opened}
        mark={`${view.messages[0]?.id ?? 0} ${model.lastKey} ${firstUnread}`}
        isKept={model.isAtUnread && view.isLoaded && !view.hasNewer}
      >
        <MessageList
          ref={list}
          dialogId={dialog.id}
          messages={view.messages}
          keyOf={view.keyOf}
          me={model.me}
          isGroup={dialog.type === 'group'}
          firstUnread={firstUnread}
          hasOlder={view.hasOlder}
          hasNewer={view.hasNewer}
          isLoading={model.isLoading}
          highlighted={model.highlighted}
          pinned={dialog.top_msg_id}
          chosen={selection.chosen}
          target={model.isAtUnread ? undefined : model.anchor}
          waiting={waiting}
          opensAtEnd={model.isAtLatest}
          actions={actions}
          onOlder={model.onOlder}
          onNewer={model.onNewer}
          onLatest={model.toLatest}
          onSeen={model.onSeen}
          empty={<EmptyState drawing="chat" text={t('message.none')} />}
        />
      </KeepAlive>
      {!reply && !editing && !selection.chosen && (
        <TodoStrip key={`todo ${dialog.id}`} dialog={still} onJump={actions.jump} />
      )}
      {hasOwnReplies && (
        <Suspense>
          <OwnReplies dialogId={dialog.id} />
        </Suspense>
      )}
      {isAssistant(dialog.email) && (
        <Suspense>
          <Confirmations key={`confirm ${dialog.id}`} dialogId={dialog.id} />
        </Suspense>
      )}
      {!isMuted && hasQuick(dialog) && (
        <Suspense>
          <QuickBar key={`quick ${dialog.id}`} dialog={dialog} />
        </Suspense>
      )}
      {selection.chosen ? (
        <SelectBar count={selection.chosen.size} onForward={model.forwardChosen} onClose={selection.clear} />
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
            onFiles={model.onFiles}
            onPlace={model.onPlace}
            actions={actions}
            field={{
              html: () => composer.current?.html?.() ?? '',
              fill: (html) => composer.current?.fill?.(html),
              quoteId: reply?.id ?? 0,
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

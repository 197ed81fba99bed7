import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import type { ChainMsg } from '@atrium/contract/chat/messages.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { Loader } from '@mantine/core';
import { Suspense } from 'react';
import { GenerateModal } from '#entities/assistant/GenerateModal.tsx';
import { MessageTasksModal } from '#entities/assistant/MessageTasksModal.tsx';
import { NotesModal } from '#entities/assistant/NotesModal.tsx';
import { SummaryModal } from '#entities/assistant/SummaryModal.tsx';
import { addPeople } from '#entities/dialog/dialog.actions.ts';
import { LocationModal } from '#entities/location/LocationModal.tsx';
import type { Place } from '#entities/location/location.actions.ts';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import type { BubbleActions } from './bubbles/bubbleActions.ts';
import { AnonModal } from './composer/AnonModal.tsx';
import { SendFilesModal } from './files/SendFilesModal.tsx';
import { RepliesDrawer } from './list/RepliesDrawer.tsx';
import { ForwardModal } from './menu/ForwardModal.tsx';
import { forwardMessages } from './menu/forward.actions.ts';
import { NewTaskModal } from './menu/NewTaskModal.tsx';
import { ChainModal } from './polls/ChainModal.tsx';
import { VoteModal } from './polls/VoteModal.tsx';
import { CommandsModal } from './programs/CommandsModal.tsx';
import { ReminderModal } from './programs/ReminderModal.tsx';
import { WholeModal } from './text/WholeModal.tsx';
import { mayAskOthers } from './todos/mayAskOthers.ts';
import { TodoModal } from './todos/TodoModal.tsx';

// The viewer loads with the first opened file.
const Viewer = lazyPart(async () => (await import('./files/Viewer.tsx')).Viewer);
// The form loads later, because it has many fields and a path.
const SubmitModal = lazyPart(async () => (await import('#entities/approval/SubmitModal.tsx')).SubmitModal);
const ComplaintModal = lazyPart(async () => (await import('./complaint/ComplaintModal.tsx')).ComplaintModal);
const PhotoModal = lazyPart(async () => (await import('./photo/PhotoModal.tsx')).PhotoModal);
const StatusModal = lazyPart(async () => (await import('./programs/StatusModal.tsx')).StatusModal);
const EmojiPanel = lazyPart(async () => (await import('./emoji/EmojiPanel.tsx')).EmojiPanel);

export type OpenModal =
  | { kind: 'whole' | 'replies' | 'todo' | 'task' | 'tasks' | 'view' | 'react' | 'complaint'; message: ClientMessage }
  | { kind: 'summary'; fromId: number; replyId: number }
  | { kind: 'generate' | 'notes' }
  | { kind: 'files'; files: readonly File[] }
  | { kind: 'forward'; messages: readonly ClientMessage[] }
  | { kind: 'chain'; message?: ClientMessage }
  | { kind: 'vote'; text?: string }
  | { kind: 'newTask' | 'reminder' | 'approve'; text: string }
  | { kind: 'anon' | 'location' | 'status' | 'invite' | 'commands' | 'photo' };

interface Props {
  modal: OpenModal;
  dialog: ClientDialog;
  people: readonly UserBasic[];
  onClose: () => void;
  onForwarded: () => void;
  onFiles: (files: readonly File[]) => void;
  onPlace: (place: Place) => void;
  actions: BubbleActions;
  /** The content of the field, and the message it answers. */
  field: { html: () => string; fill: (html: string) => void; quoteId: number };
}

const WHOLE = 200_000;
const isMarkdown = ({ msg }: ClientMessage) => msg['type'] === 'md';

/** Overlays of a chat, one at a time. */
export function ConversationModals({
  modal,
  dialog,
  people,
  onClose,
  onForwarded,
  onFiles,
  onPlace,
  actions,
  field,
}: Props) {
  const me = useMe();
  switch (modal.kind) {
    case 'whole':
      return <WholeModal message={modal.message} onClose={onClose} />;
    case 'replies':
      return <RepliesDrawer message={modal.message} actions={actions} onClose={onClose} />;
    case 'todo':
      return (
        <TodoModal
          message={modal.message}
          mayAskOthers={mayAskOthers(dialog)}
          me={me}
          people={people}
          onClose={onClose}
        />
      );
    case 'task':
      return (
        <NewTaskModal
          dialogId={dialog.id}
          words={previewLine(modal.message, WHOLE)}
          content={isMarkdown(modal.message) ? '' : String(modal.message.msg['text'] ?? '')}
          projectId={dialog.group_type === 'project' ? dialog.link_id : (dialog.group_info?.project_id ?? 0)}
          onClose={onClose}
        />
      );
    case 'tasks':
      return (
        <MessageTasksModal
          dialogId={dialog.id}
          msgId={modal.message.id}
          projectId={dialog.group_type === 'project' ? dialog.link_id : (dialog.group_info?.project_id ?? 0)}
          onClose={onClose}
        />
      );
    case 'summary':
      return <SummaryModal dialogId={dialog.id} fromId={modal.fromId} replyId={modal.replyId} onClose={onClose} />;
    case 'generate':
      return (
        <GenerateModal
          dialogId={dialog.id}
          draft={field.html()}
          quoteId={field.quoteId}
          onUse={field.fill}
          onClose={onClose}
        />
      );
    case 'notes':
      return <NotesModal label={t('ai.use')} onUse={({ html }) => field.fill(html)} onClose={onClose} />;
    case 'forward':
      return <Forward messages={modal.messages} onClose={onClose} onForwarded={onForwarded} />;
    case 'view':
      return (
        <Suspense>
          <Viewer
            message={modal.message}
            onClose={onClose}
            onReply={(message) => {
              onClose();
              actions.reply(message);
            }}
            onForward={(message) => actions.forward([message])}
          />
        </Suspense>
      );
    case 'react':
      return (
        <Modal opened onClose={onClose} title={t('message.react')} size="auto">
          <Suspense fallback={<Loader size="sm" />}>
            <EmojiPanel
              onPick={(symbol) => {
                actions.react(modal.message, symbol);
                onClose();
              }}
            />
          </Suspense>
        </Modal>
      );
    case 'complaint':
      return (
        <Suspense>
          <ComplaintModal
            dialogId={dialog.id}
            msgId={modal.message.id}
            preview={previewLine(modal.message)}
            onClose={onClose}
          />
        </Suspense>
      );
    case 'files':
      return <SendFilesModal files={modal.files} name={dialog.name} onClose={onClose} onSend={onFiles} />;
    case 'chain':
      return (
        <ChainModal
          dialogId={dialog.id}
          chain={modal.message?.msg as unknown as ChainMsg | undefined}
          onClose={onClose}
        />
      );
    case 'vote':
      return <VoteModal dialogId={dialog.id} text={modal.text ?? ''} onClose={onClose} />;
    case 'location':
      return <LocationModal onSend={onPlace} onClose={onClose} />;
    case 'photo':
      return (
        <Suspense>
          <PhotoModal dialogId={dialog.id} onClose={onClose} />
        </Suspense>
      );
    case 'anon':
      return <AnonModal userid={dialog.dialog_user?.userid ?? 0} name={dialog.name} onClose={onClose} />;
    case 'newTask':
      return (
        <NewTaskModal
          dialogId={dialog.id}
          words={modal.text}
          content=""
          projectId={dialog.group_type === 'project' ? dialog.link_id : (dialog.group_info?.project_id ?? 0)}
          onClose={onClose}
        />
      );
    case 'approve':
      return (
        <Suspense>
          <SubmitModal words={modal.text} onClose={onClose} />
        </Suspense>
      );
    case 'reminder':
      return <ReminderModal text={modal.text} onClose={onClose} />;
    case 'status':
      return (
        <Suspense>
          <StatusModal onClose={onClose} />
        </Suspense>
      );
    case 'commands':
      return <CommandsModal isGroup={dialog.type === 'group'} onClose={onClose} />;
    case 'invite':
      return (
        <UserPicker
          title={t('group.add')}
          disabled={people.map(({ userid }) => userid)}
          max={100}
          withBots
          onClose={onClose}
          onDone={(userids) => {
            onClose();
            if (userids.length > 0) void addPeople(dialog.id, userids);
          }}
        />
      );
    default:
      return null;
  }
}

interface ForwardProps {
  messages: readonly ClientMessage[];
  onClose: () => void;
  onForwarded: () => void;
}
function Forward({ messages, onClose, onForwarded }: ForwardProps) {
  const [first] = messages;
  const preview =
    messages.length === 1 && first ? previewLine(first) : t('forward.messages', { count: messages.length });
  return (
    <ForwardModal
      title={t('message.forward')}
      confirmTitle={t('forward.confirm')}
      preview={preview}
      hasSource
      onClose={onClose}
      onSend={async (forwarding) => {
        const isGone = await forwardMessages(
          messages.map((message) => message.id),
          forwarding,
        );
        if (isGone) onForwarded();
        return isGone;
      }}
    />
  );
}

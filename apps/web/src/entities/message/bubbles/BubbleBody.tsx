import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import { isAssistant } from '@atrium/contract/chat/assistants.ts';
import { Button, Loader, Skeleton, Text } from '@mantine/core';
import { Suspense, useCallback } from 'react';
import { LocationBody } from '#entities/location/LocationBody.tsx';
import { FileBody } from '#entities/message/files/FileBody.tsx';
import { createTasks, type DialogWithProject, placeOf } from '#entities/message/menu/tasklist.actions.ts';
import { tick } from '#entities/message/message.actions.ts';
import { ChainBody } from '#entities/message/polls/ChainBody.tsx';
import { VoteBody } from '#entities/message/polls/VoteBody.tsx';
import { actionsOf, ranOf } from '#entities/message/programs/programMessage.ts';
import type { TaskListAction } from '#entities/message/text/MarkdownBlocks.tsx';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { Transcript, Translation } from '#entities/message/text/MessageTranslation.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { RecordBody } from '#entities/voice/RecordBody.tsx';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { lazyChatPart } from '#sync/store/lazyPart.ts';
import { useSelect } from '#sync/store/useStore.ts';
import classes from './Bubble.module.css';
import type { BubbleActions } from './bubbleActions.ts';
import { CollapsibleText } from './CollapsibleText.tsx';
import { placeholderState } from './placeholder.ts';
import { TemplateBody } from './TemplateBody.tsx';

const AnswerBar = lazyChatPart(async () => (await import('#entities/assistant/AnswerBar.tsx')).AnswerBar);
const ActionRow = lazyChatPart(async () => (await import('#entities/message/programs/ActionRow.tsx')).ActionRow);
const MeetingBody = lazyChatPart(async () => (await import('./MeetingBody.tsx')).MeetingBody);

/** A message's content, by type. */
export function BubbleBody({ message, actions }: { message: ClientMessage; actions: BubbleActions }) {
  switch (placeholderState(message)) {
    case 'loading':
      return <Skeleton height={16} width={140} my={4} role="status" aria-label={t('state.loading')} />;
    case 'waiting':
      return (
        <>
          <span className={classes.cursor} role="status" aria-label={t('word.thinking')} />
          <Answer message={message} />
        </>
      );
    case 'expired':
      return <em className={classes.faint}>{t('message.expired')}</em>;
    default:
  }
  switch (message.type) {
    case 'text':
    case 'longtext':
      return <Words message={message} actions={actions} />;
    case 'file':
      return (
        <FileBody message={message} onOpen={() => actions.view(message)} onCancel={() => actions.discard(message)} />
      );
    case 'record':
      return (
        <>
          <RecordBody message={message} />
          <Transcript message={message} />
          <Translation message={message} />
        </>
      );
    case 'location':
      return <LocationBody msg={message.msg} />;
    case 'meeting':
      return (
        <Suspense fallback={<Loader size="xs" />}>
          <MeetingBody msg={message.msg} />
        </Suspense>
      );
    case 'vote':
      return <VoteBody message={message} />;
    case 'word-chain':
      return <ChainBody message={message} onJoin={() => actions.joinChain(message)} />;
    case 'template':
      return <TemplateBody msg={message.msg} />;
    default:
      // A kind without a bubble of its own shows its name; an unknown kind says so.
      return <span className={classes.faint}>{previewLine(message)}</span>;
  }
}

/** Proposed tasks are created in the conversations of projects and tasks. */
function useTaskLists(message: ClientMessage): TaskListAction {
  // Only the fields that decide are selected: with the whole conversation, every new message would redraw all others.
  const place = useSelect(['dialog'], (store) => placed(store.get('dialog', message.dialog_id)), [message.dialog_id]);
  return (list) =>
    place && message.id > 0 && message.type === 'text' && placeOf(place, list.isSub) && list.tasks.length > 0
      ? {
          label: t(list.isSub ? 'tasklist.create_sub' : 'tasklist.create'),
          run: () => void createTasks(message, place, list),
        }
      : null;
}
const placed = (dialog: ClientDialog | undefined): DialogWithProject | null =>
  dialog ? { group_type: dialog.group_type, link_id: dialog.link_id, group_info: dialog.group_info } : null;

/** The actions below an assistant's answer. */
function Answer({ message }: { message: ClientMessage }) {
  const author = useUser(message.userid);
  if (message.id <= 0 || !isAssistant(author?.email ?? '')) return null;
  return (
    <Suspense>
      <AnswerBar message={message} />
    </Suspense>
  );
}

/** The line above a message that a command posted: a bot posts it, but a person asked it to. */
function RanBy({ message }: { message: ClientMessage }) {
  const ran = ranOf(message);
  const person = useUser(ran?.userid ?? 0);
  if (!ran) return null;
  const name = person?.nickname ?? '';
  return (
    <Text size="xs" c="dimmed" mb={2} truncate>
      {ran.command ? t('program.ran', { name, command: ran.command }) : t('program.ran_for', { name })}
    </Text>
  );
}

function Words({ message, actions }: { message: ClientMessage; actions: BubbleActions }) {
  const actionOf = useTaskLists(message);
  const isMine = useMe() === message.userid && message.id > 0 && message.type === 'text';
  const ticking = useCallback((index: number, isOn: boolean) => void tick(message.id, index, isOn), [message.id]);
  const onCheck = isMine ? ticking : undefined;
  const text = String(message.msg.text ?? '');
  const buttons = actionsOf(message);
  return (
    <>
      <RanBy message={message} />
      <CollapsibleText of={message.id} text={text} isGrowing={message.msg['is_growing'] === true}>
        <Suspense fallback={<Loader size="xs" />}>
          <MessageText text={text} isMarkdown={message.msg.type === 'md'} actionOf={actionOf} onCheck={onCheck} />
        </Suspense>
      </CollapsibleText>
      <Translation message={message} />
      {buttons.length > 0 && (
        <Suspense fallback={<Loader size="xs" />}>
          <ActionRow dialogId={message.dialog_id} of={{ msg_id: message.id }} actions={buttons} />
        </Suspense>
      )}
      <Answer message={message} />
      {message.type === 'longtext' && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={() => actions.openWhole(message)}>
          {t('message.whole')}
        </Button>
      )}
    </>
  );
}

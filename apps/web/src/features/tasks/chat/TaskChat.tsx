import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Loader } from '@mantine/core';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePeople } from '#entities/dialog/usePeople.ts';
import { openTaskChat } from '#entities/task/task.actions.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useRow } from '#sync/store/useStore.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { FirstMessage } from './FirstMessage.tsx';
import { hasFirstMessage, moveFirstMessage } from './firstMessage.actions.ts';

const Conversation = lazyPart(async () => (await import('#entities/message/Conversation.tsx')).Conversation);

/** The conversation of a task, or the field for its first message. */
export function TaskChat({ task, onPerson }: { task: Task; onPerson: (userid: number) => void }) {
  const { id: taskId, dialog_id: dialogId, is_guest: isGuest = false } = task;
  const [opened, setOpened] = useState(dialogId);
  const [isBegun, setBegun] = useState(false);
  const [isSending, setSending] = useState(false);
  const first = useRef<HTMLFormElement>(null);
  const me = useMe();
  const dialog = useRow('dialog', opened || dialogId);
  const people = usePeople(dialog?.id ?? 0, dialog?.people ?? 0);
  // True for a conversation that is not in the list, because the person has no role in the task. It is loaded like a
  // new one.
  const isMissing = dialogId > 0 && !dialog;
  useEffect(() => {
    if (isMissing) void openTaskChat(taskId, isGuest).then(setOpened);
  }, [isMissing, taskId, isGuest]);
  const ready = dialog && me > 0 && !isSending ? dialog.id : 0;
  const [shown, setShown] = useState(() => (hasFirstMessage(taskId) ? 0 : ready));
  // Somebody else may begin the conversation while the first message is typed here: the text and the focus then move
  // into the conversation's field, which reads its draft once.
  useLayoutEffect(() => {
    if (ready === 0) return;
    if (first.current?.contains(document.activeElement)) setBegun(true);
    moveFirstMessage(taskId, ready);
    setShown(ready);
  }, [ready, taskId]);
  if (dialog && dialog.id === shown) {
    return (
      <Suspense fallback={<Loader size="sm" m="auto" />}>
        <Conversation key={dialog.id} dialog={dialog} people={people} onPerson={onPerson} startsFocused={isBegun} />
      </Suspense>
    );
  }
  // A creator from outside the project can read the conversation, and can post once somebody has added them.
  if (isGuest && opened === 0) return <EmptyState drawing="chat" text={t('task.chat_guest')} />;
  if (isMissing) return <Loader size="sm" m="auto" />;
  const begin = (id: number) => {
    setBegun(true);
    setOpened(id);
  };
  return <FirstMessage task={task} form={first} onSending={setSending} onOpened={begin} />;
}

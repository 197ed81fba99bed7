import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { MyTodo, Todo } from '@atrium/contract/chat/messages.ts';
import { Button, Group, Stack, UnstyledButton } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { memo, Suspense, useEffect, useState } from 'react';
import { finish, myTodos, todosOf } from '#entities/message/message.actions.ts';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { TodoReminders } from './TodoReminders.tsx';
import classes from './TodoStrip.module.css';

interface Props {
  dialog: ClientDialog;
  onJump: (id: number) => void;
}

/** The reader's to-dos here, above the field; each opens its message and can be completed. */
export const TodoStrip = memo(function TodoStrip({ dialog, onJump }: Props) {
  const todos = useMyTodos(dialog.id, dialog.todo_num);
  const [open, setOpen] = useState<MyTodo | null>(null);
  if (todos.length === 0) return null;
  return (
    <div className={classes.strip}>
      <span className={classes.label}>
        <IconChecklist size={16} stroke={1.75} /> {t('todo.mine')}
      </span>
      <div className={classes.chips}>
        {todos.map((todo) => (
          <UnstyledButton key={todo.id} className={classes.chip} onClick={() => setOpen(todo)}>
            {previewLine(todo.msg_data)}
          </UnstyledButton>
        ))}
      </div>
      {open && (
        <Modal opened onClose={() => setOpen(null)} title={t('todo.title')} size={500}>
          <Stack gap="lg">
            <Suspense>
              <Words todo={open} />
            </Suspense>
            <OwnReminder messageId={open.msg_id} />
            <Group justify="flex-end">
              <Button
                variant="default"
                onClick={() => {
                  setOpen(null);
                  onJump(open.msg_id);
                }}
              >
                {t('todo.original')}
              </Button>
              <Button
                data-autofocus
                onClick={() => {
                  setOpen(null);
                  finish(open);
                }}
              >
                {t('todo.done')}
              </Button>
            </Group>
          </Stack>
        </Modal>
      )}
    </div>
  );
});

/** The reminder is loaded when it is shown, because it changes without events. */
function OwnReminder({ messageId }: { messageId: number }) {
  const me = useMe();
  const [list, setList] = useState<readonly Todo[]>([]);
  useEffect(() => {
    let isShown = true;
    todosOf(messageId).then(
      (rows) => isShown && setList(rows.filter((row) => row.userid === me)),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [messageId, me]);
  return <TodoReminders messageId={messageId} list={list} me={me} mayAskOthers={false} onChange={setList} />;
}

function Words({ todo: { msg_data } }: { todo: MyTodo }) {
  const isText = msg_data.type === 'text' || msg_data.type === 'longtext';
  if (!isText) return <p>{previewLine(msg_data)}</p>;
  return <MessageText text={String(msg_data.msg['text'] ?? '')} isMarkdown={msg_data.msg['type'] === 'md'} />;
}

/** The reader's to-dos, which are reloaded whenever their number changes. */
function useMyTodos(dialogId: number, count: number): readonly MyTodo[] {
  const [todos, setTodos] = useState<readonly MyTodo[]>([]);
  useEffect(() => {
    let isShown = true;
    if (count === 0) setTodos([]);
    else
      myTodos(dialogId).then(
        (list) => isShown && setTodos(list),
        () => undefined,
      );
    return () => {
      isShown = false;
    };
  }, [dialogId, count]);
  return count === 0 ? [] : todos;
}

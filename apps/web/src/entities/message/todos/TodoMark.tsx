import type { ClientMessage } from '@atrium/client/store/rows.ts';
import type { Todo } from '@atrium/contract/chat/messages.ts';
import { Button, Group, Stack } from '@mantine/core';
import { IconChecklist, IconSquareCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from '#entities/message/bubbles/Bubble.module.css';
import { PeopleColumns } from '#entities/message/list/PeopleColumns.tsx';
import { finish, todosOf } from '#entities/message/message.actions.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import { mayAskOthers } from './mayAskOthers.ts';
import { TodoReminders } from './TodoReminders.tsx';

/** A message's to-do mark; it opens the lists of open and done people. */
export function TodoMark({ message, onEdit }: { message: ClientMessage; onEdit: () => void }) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const [list, setList] = useState<readonly Todo[] | null>(null);
  const { id } = message;
  // The list reloads when others complete it, or change assignees and reminders.
  const turn = useRevision('todos', id);
  useEffect(() => {
    let isShown = isOpen && turn >= 0;
    // If the list cannot be loaded, the known people are shown, or no one.
    if (isOpen)
      todosOf(id).then(
        (rows) => isShown && setList(rows),
        () => isShown && setList((known) => known ?? []),
      );
    return () => {
      isShown = false;
    };
  }, [isOpen, id, turn]);
  const dialog = useSelect(['dialog'], (store) => store.get('dialog', message.dialog_id), [message.dialog_id]);
  const mine = list?.find((row) => row.userid === me && !row.done_at);
  const userids = (isDone: boolean) =>
    (list ?? []).filter((row) => (row.done_at !== null) === isDone).map((row) => row.userid);
  const { todo_done } = message;
  const Icon = todo_done ? IconSquareCheck : IconChecklist;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <PlainButton
          className={classes.mark}
          data-done={todo_done === 1 || undefined}
          aria-expanded={isOpen}
          aria-label={t(todo_done ? 'todo.all_done' : 'todo.mark')}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={14} stroke={1.75} />
        </PlainButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('todo.title')}>
        <Stack gap="sm">
          <PeopleColumns
            isLoading={list === null}
            columns={[
              { title: 'todo.open', userids: userids(false) },
              { title: 'todo.finished', userids: userids(true) },
            ]}
          />
          <TodoReminders
            messageId={id}
            list={list ?? []}
            me={me}
            mayAskOthers={dialog !== undefined && mayAskOthers(dialog)}
            onChange={setList}
          />
          <Group gap="xs" justify="flex-end">
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                setOpen(false);
                onEdit();
              }}
            >
              {t('todo.change')}
            </Button>
            {mine && (
              <Button
                size="compact-sm"
                onClick={() => {
                  setOpen(false);
                  finish(mine);
                }}
              >
                {t('todo.done')}
              </Button>
            )}
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

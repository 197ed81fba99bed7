import type { ClientMessage } from '@atrium/client/store/rows.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { Button, Checkbox, Group, Radio, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { setTodo, todosOf } from '#entities/message/message.actions.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { ReminderField } from './ReminderField.tsx';
import { isKeepable, NO_REMINDER, type Reminder, reminderOf, reminderTime } from './reminders.ts';

interface Props {
  message: ClientMessage;
  /** True if others may be assigned; otherwise only oneself. */
  mayAskOthers: boolean;
  me: number;
  people: readonly UserBasic[];
  onClose: () => void;
}

/** With this many people or more, there is a field to search them. */
const SEARCHED_FROM = 8;

/** Assigns a message's to-do: to everyone or to chosen people. */
export function TodoModal({ message, mayAskOthers, me, people, onClose }: Props) {
  const self = useUser(me);
  const [who, setWho] = useState<'all' | 'user'>(message.todo || !mayAskOthers ? 'user' : 'all');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // True once all people are loaded: saving replaces the list, and would remove the others.
  const [isKnown, setKnown] = useState(message.todo === 0);
  const [key, setKey] = useState('');
  const [reminder, setReminder] = useState(NO_REMINDER);
  /** True if saving includes the reminder: not before it has loaded, nor if people have different ones. */
  const [savesReminder, setSavesReminder] = useState(false);
  const members = [...(self ? [self] : []), ...(mayAskOthers ? people.filter((user) => !user.bot) : [])];
  // The list is reloaded once the server is back.
  const turn = useRevision('todos', message.id);
  useEffect(() => {
    if (isKnown || turn < 0) return;
    todosOf(message.id).then(
      (rows) => {
        setChosen(rows.map((row) => String(row.userid)));
        setKnown(true);
        const begun = reminderOf(mayAskOthers ? rows : rows.filter((row) => row.userid === me));
        setReminder(begun.reminder);
        setSavesReminder(begun.isShared);
      },
      () => undefined,
    );
  }, [message.id, isKnown, turn, mayAskOthers, me]);
  const choose = (value: Reminder) => {
    setReminder(value);
    setSavesReminder(true);
  };
  const words = key.trim().toLowerCase();
  const shown = members.filter((user) => `${user.nickname} ${user.pinyin}`.toLowerCase().includes(words));
  const save = () => {
    setTodo(
      message,
      who === 'all' ? 'all' : chosen.map(Number),
      savesReminder ? reminderTime(reminder, nowDate()) : undefined,
    );
    onClose();
  };
  const clear = async () => {
    const isSure = await askFirst({
      title: t('todo.cancel'),
      text: t('todo.cancel_ask'),
      action: t('todo.cancel'),
      isDangerous: true,
    });
    if (!isSure) return;
    setTodo(message, []);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('todo.set')} size={420}>
      <Stack gap="md">
        {!mayAskOthers && (
          <Text size="sm" c="dimmed">
            {t('todo.own_only')}
          </Text>
        )}
        {mayAskOthers && (
          <Radio.Group value={who} onChange={(value) => setWho(value as 'all' | 'user')} aria-label={t('todo.who')}>
            <Group gap="lg">
              <Radio value="all" label={t('todo.everyone')} />
              <Radio value="user" label={t('todo.some')} />
            </Group>
          </Radio.Group>
        )}
        {who === 'user' && (
          <>
            {members.length > SEARCHED_FROM && (
              <TextInput
                aria-label={t('contacts.search')}
                placeholder={t('contacts.search')}
                value={key}
                onChange={(event) => setKey(event.currentTarget.value)}
              />
            )}
            <ScrollArea.Autosize mah={280}>
              <Checkbox.Group value={[...chosen]} onChange={setChosen} aria-label={t('todo.some')}>
                <Stack gap="xs">
                  {shown.map((user) => (
                    <Checkbox
                      key={user.userid}
                      value={String(user.userid)}
                      disabled={!isKnown}
                      styles={{ body: { alignItems: 'center' } }}
                      label={
                        <Group gap={8} wrap="nowrap">
                          <UserAvatar user={user} size={24} />
                          <span className="truncate">{user.nickname}</span>
                        </Group>
                      }
                    />
                  ))}
                </Stack>
              </Checkbox.Group>
            </ScrollArea.Autosize>
          </>
        )}
        <ReminderField value={reminder} onChange={choose} />
        <Group justify="space-between">
          {message.todo > 0 && mayAskOthers ? (
            <Button variant="subtle" color="red" onClick={() => void clear()}>
              {t('todo.cancel')}
            </Button>
          ) : (
            <span />
          )}
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button
              disabled={
                (who === 'user' && (!isKnown || (chosen.length === 0 && (mayAskOthers || message.todo === 0)))) ||
                (savesReminder && !isKeepable(reminder, nowDate()))
              }
              onClick={save}
              data-autofocus
            >
              {t('action.save')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { ReminderField } from '#entities/message/todos/ReminderField.tsx';
import { isKeepable, momentWords, type Reminder, reminderTime } from '#entities/message/todos/reminders.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { addReminder, readReminders, removeReminder } from './program.actions.ts';

const MINUTE_MS = 60_000;

/** Makes a reminder, and lists those to come. */
export function ReminderModal({ text: begun, onClose }: { text: string; onClose: () => void }) {
  const [text, setText] = useState(begun);
  const [reminder, setReminder] = useState<Reminder>({ choice: 'hour', at: null });
  const { data, again } = useAsked(readReminders);
  const now = nowDate();
  const at = reminderTime(reminder, now);
  const submit = async () => {
    if (!at || text.trim() === '') return;
    const minutes = Math.max(1, Math.round((at.getTime() - now.getTime()) / MINUTE_MS));
    if (await addReminder(text.trim(), minutes)) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('reminder.title')} size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('reminder.text')}
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ReminderField value={reminder} onChange={setReminder} />
          <FormEnd onCancel={onClose} disabled={text.trim() === '' || !at || !isKeepable(reminder, now)}>
            {t('reminder.add')}
          </FormEnd>
        </Stack>
      </form>
      {data && data.list.length > 0 && (
        <Stack gap={4} mt="lg">
          <Text fw={600} size="sm">
            {t('reminder.coming')}
          </Text>
          {data.list.map((each) => (
            <Group key={each.id} gap="xs" wrap="nowrap">
              <Text size="sm" flex={1} truncate>
                {each.text}
              </Text>
              <Text size="sm" c="dimmed">
                {momentWords(each.at)}
              </Text>
              <ActionIcon
                aria-label={`${t('reminder.delete')}: ${each.text}`}
                onClick={() => void removeReminder(each.id).then(again)}
              >
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      )}
    </Modal>
  );
}

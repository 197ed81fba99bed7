import { readQuickLine } from '@atrium/client/projects/quickAdd.ts';
import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { ReminderField } from '#entities/message/todos/ReminderField.tsx';
import {
  EVENING,
  hourOf,
  isKeepable,
  MORNING,
  momentWords,
  type Reminder,
  reminderTime,
} from '#entities/message/todos/reminders.ts';
import { quickDays } from '#entities/task/quick/dayNames.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { addReminder, readReminders, removeReminder } from './program.actions.ts';

const NONE_NAMED: Reminder = { choice: 'hour', at: null };
/** On a day that was named: in its morning, today in the evening; without one in an hour. */
function reminderOn(due: Date | null, now: Date): Reminder {
  const at = due && [MORNING, EVENING].map((hour) => hourOf(due, hour)).find((time) => time > now);
  return at ? { choice: 'custom', at } : NONE_NAMED;
}

const MINUTE_MS = 60_000;

/** Makes a reminder, and lists those to come. */
export function ReminderModal({ text: begun, onClose }: { text: string; onClose: () => void }) {
  const [text, setText] = useState(begun);
  /** Null until it is chosen: until then the text can say the day. */
  const [chosen, setReminder] = useState<Reminder | null>(null);
  const { data, again } = useAsked(readReminders);
  const now = nowDate();
  const [days] = useState(() => quickDays(now));
  const { name, due } = readQuickLine(text, { people: [], tags: [], priorities: [], days }, now);
  const reminder = chosen ?? reminderOn(due, now);
  const at = reminderTime(reminder, now);
  const submit = async () => {
    if (!at || text.trim() === '') return;
    const minutes = Math.max(1, Math.round((at.getTime() - now.getTime()) / MINUTE_MS));
    if (await addReminder(chosen ? text.trim() : name, minutes)) onClose();
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

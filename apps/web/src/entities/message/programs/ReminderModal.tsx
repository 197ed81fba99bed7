import { type ReminderLine, readReminderLine } from '@atrium/client/projects/reminderLine.ts';
import { plusDays } from '@atrium/client/projects/timeline.ts';
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
import { useRequest } from '#sync/store/useRequest.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { addReminder, readReminders, removeReminder } from './program.actions.ts';

const NONE_NAMED: Reminder = { choice: 'hour', at: null };
/**
 * The time of a reminder. A named time without a day means the next such time; a named day without a time means its
 * morning, today the evening. Null if it is past.
 */
function reminderOn({ day, minutes }: ReminderLine, now: Date): Reminder | null {
  if (!day && minutes === null) return null;
  const atMinutes = (date: Date) => {
    const at = hourOf(date, 0);
    at.setMinutes(minutes ?? 0);
    return at;
  };
  const times =
    minutes === null
      ? [MORNING, EVENING].map((hour) => hourOf(day ?? now, hour))
      : day
        ? [atMinutes(day)]
        : [atMinutes(now), atMinutes(plusDays(now, 1))];
  const at = times.find((time) => time > now);
  return at ? { choice: 'custom', at } : null;
}

/** Makes a reminder, and lists those to come. */
export function ReminderModal({ text: begun, onClose }: { text: string; onClose: () => void }) {
  const [text, setText] = useState(begun);
  /** Null until the person has chosen: until then, the text can give the day and the time. */
  const [chosen, setReminder] = useState<Reminder | null>(null);
  const { data, again } = useRequest(readReminders);
  const now = nowDate();
  const [days] = useState(() => quickDays(now));
  const line = readReminderLine(text, days, now);
  const named = reminderOn(line, now);
  const reminder = chosen ?? named ?? NONE_NAMED;
  const at = reminderTime(reminder, now);
  const submit = async () => {
    // The time is computed now, because "in an hour" does not count from when the form was drawn.
    const time = reminderTime(reminder, nowDate());
    if (!time || text.trim() === '') return;
    if (await addReminder(chosen || !named ? text.trim() : line.text, time)) onClose();
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
          <ReminderField label={t('reminder.when')} value={reminder} onChange={setReminder} />
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

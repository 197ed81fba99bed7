import { Loader, NativeSelect, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { nowDate } from '#sync/clock.ts';
import { clock } from '#sync/dates.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { isKeepable, type Reminder, type ReminderChoice, reminderTime, tomorrow, tonight } from './reminders.ts';

// The field loads later, because a calendar is large, and most reminders do not need it.
const DateTimeField = lazyPart(async () => (await import('#entities/date/DateFields.tsx')).DateTimeField);

/** When to be reminded. `label` is given where the title of the form already says that it is about a reminder. */
export function ReminderField({
  label = t('todo.remind'),
  value,
  onChange,
}: {
  label?: string;
  value: Reminder;
  onChange: (value: Reminder) => void;
}) {
  const now = nowDate();
  const choices: { value: ReminderChoice; label: string }[] = [
    { value: 'none', label: t('todo.remind.none') },
    { value: 'hour', label: t('todo.remind.hour') },
    // The evening is not offered once it has begun.
    ...(now < tonight(now)
      ? [{ value: 'tonight' as const, label: t('todo.remind.tonight', { time: clock(tonight(now)) }) }]
      : []),
    { value: 'tomorrow', label: t('todo.remind.tomorrow', { time: clock(tomorrow(now)) }) },
    { value: 'custom', label: t('todo.remind.custom') },
  ];
  const choose = (choice: ReminderChoice) =>
    // A custom time starts with the previous choice, else in an hour.
    onChange({ choice, at: reminderTime(value, now) ?? reminderTime({ choice: 'hour', at: null }, now) });
  return (
    <Stack gap={6}>
      <NativeSelect
        label={label}
        data={choices}
        value={value.choice}
        onChange={(event) => choose(event.currentTarget.value as ReminderChoice)}
      />
      {value.choice === 'custom' && (
        <Suspense fallback={<Loader size="xs" />}>
          <DateTimeField
            aria-label={t('todo.remind_at')}
            minDate={now}
            value={value.at}
            onChange={(at) => onChange({ choice: 'custom', at: at ? new Date(at) : null })}
            error={value.at !== null && !isKeepable(value, now) && t('todo.remind_past')}
          />
        </Suspense>
      )}
    </Stack>
  );
}

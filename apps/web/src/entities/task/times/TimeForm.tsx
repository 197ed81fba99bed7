import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DateTimeField } from '#entities/date/DateFields.tsx';
import classes from '#entities/task/TaskFields.module.css';
import { t } from '#sync/language.ts';
import { shortcutSpan, timeShortcuts, workingSpan } from './times.actions.ts';

interface Props {
  start: Date | null;
  end: Date | null;
  /** True to always ask for a reason; 'changed' to ask once a time differs. */
  takesRemark?: boolean | 'changed';
  /** The text of the save button. */
  action?: string;
  /** The text for having no time, which is not offered without it. */
  without?: string | undefined;
  onDelay?: (() => void) | undefined;
  /** Null removes the time. */
  onSave: (span: [Date, Date] | null, remark: string) => void;
  onClose: () => void;
}

/** A form for start and end: by a shortcut, or both by hand. */
export function TimeForm({ takesRemark = false, action, without, onDelay, onSave, onClose, ...begun }: Props) {
  const [remark, setRemark] = useState('');
  const [start, setStart] = useState(begun.start);
  const [end, setEnd] = useState(begun.end);
  const isWrong = start !== null && end !== null && workingSpan(start, end)[1] <= workingSpan(start, end)[0];
  const isChanged = start?.getTime() !== begun.start?.getTime() || end?.getTime() !== begun.end?.getTime();
  return (
    <div className={classes.times}>
      <Group gap={4}>
        {timeShortcuts.map((shortcut) => (
          <Button
            key={shortcut}
            size="compact-xs"
            variant="default"
            onClick={() => onSave(shortcutSpan(shortcut), remark)}
          >
            {t(`time.${shortcut}`)}
          </Button>
        ))}
      </Group>
      <DateTimeField
        size="xs"
        aria-label={t('task.start')}
        placeholder={t('task.start')}
        value={start}
        onChange={(value) => setStart(value ? new Date(value) : null)}
        popoverProps={{ withinPortal: false }}
      />
      <DateTimeField
        size="xs"
        aria-label={t('task.end')}
        placeholder={t('task.end')}
        value={end}
        onChange={(value) => setEnd(value ? new Date(value) : null)}
        error={isWrong && t('error.task.times')}
        popoverProps={{ withinPortal: false }}
      />
      {(takesRemark === 'changed' ? isChanged : takesRemark) && (
        <TextInput
          size="xs"
          aria-label={t('time.remark')}
          placeholder={t('time.remark')}
          maxLength={255}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      )}
      <Group gap={6}>
        <Button
          size="compact-sm"
          disabled={!start || !end || isWrong}
          onClick={() => start && end && onSave(isChanged ? workingSpan(start, end) : [start, end], remark)}
        >
          {action ?? t('action.save')}
        </Button>
        {onDelay && (
          <Button size="compact-sm" variant="light" onClick={onDelay}>
            {t('delay.title')}
          </Button>
        )}
        {without && (
          <Button
            size="compact-sm"
            variant="subtle"
            color={action ? 'gray' : 'red'}
            onClick={() => onSave(null, remark)}
          >
            {without}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </Group>
    </div>
  );
}

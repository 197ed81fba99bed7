import type { Task } from '@atrium/contract/tasks.ts';
import { Button, Group, Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { DateTimeField } from '#entities/date/DateFields.tsx';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import { DueChip } from './DueChip.tsx';
import classes from './TaskFields.module.css';
import { planTask, shortcutSpan, timeShortcuts, workingSpan } from './times.actions.ts';

/** When a task is due: a quiet chip that opens the planning of its time. */
export function TaskTimes({ task, isQuiet = false }: { task: Task; isQuiet?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const save = (span: [Date, Date] | null) => {
    setOpen(false);
    void planTask(task, span);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={classes.value}
          {...(!task.end_at && { 'aria-label': t('task.time_none') })}
          onClick={() => setOpen(!isOpen)}
        >
          {task.end_at ? (
            <DueChip task={task} />
          ) : (
            <span className={classes.empty}>{isQuiet ? '–' : t('task.time_none')}</span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && <TimeForm task={task} onSave={save} onClose={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

interface FormProps {
  task: Task;
  onSave: (span: [Date, Date] | null) => void;
  onClose: () => void;
}

function TimeForm({ task, onSave, onClose }: FormProps) {
  const [start, setStart] = useState<Date | null>(task.start_at ? parseWire(task.start_at) : null);
  const [end, setEnd] = useState<Date | null>(task.end_at ? parseWire(task.end_at) : null);
  const isWrong = start !== null && end !== null && workingSpan(start, end)[1] <= workingSpan(start, end)[0];
  return (
    <div className={classes.times}>
      <Group gap={4}>
        {timeShortcuts.map((shortcut) => (
          <Button key={shortcut} size="compact-xs" variant="default" onClick={() => onSave(shortcutSpan(shortcut))}>
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
      <Group gap={6}>
        <Button
          size="compact-sm"
          disabled={!start || !end || isWrong}
          onClick={() => start && end && onSave(workingSpan(start, end))}
        >
          {t('action.save')}
        </Button>
        {task.end_at && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => onSave(null)}>
            {t('action.clear')}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </Group>
    </div>
  );
}

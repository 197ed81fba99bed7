import type { Task } from '@atrium/contract/tasks.ts';
import { Button, Group, Popover, UnstyledButton } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { parseWire, toWire } from '#sync/time.ts';
import { DueChip } from './DueChip.tsx';
import classes from './TaskFields.module.css';
import { change } from './task.actions.ts';

const DAY_MS = 86_400_000;

/** Today until a number of days from now, at the usual working hours. */
function span(days: number): [string, string] {
  const start = new Date();
  start.setHours(9, 0, 0, 0);
  const end = new Date(start.getTime() + days * DAY_MS);
  end.setHours(18, 0, 0, 0);
  return [toWire(start), toWire(end)];
}

/** When a task is due: a quiet chip that opens the planning of its time. */
export function TaskTimes({ task, isQuiet = false }: { task: Task; isQuiet?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const save = (times: [string, string] | []) => {
    setOpen(false);
    change(task, { times });
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
  onSave: (times: [string, string] | []) => void;
  onClose: () => void;
}

function TimeForm({ task, onSave, onClose }: FormProps) {
  const [start, setStart] = useState<Date | null>(task.start_at ? parseWire(task.start_at) : null);
  const [end, setEnd] = useState<Date | null>(task.end_at ? parseWire(task.end_at) : null);
  const isWrong = start !== null && end !== null && end <= start;
  return (
    <div className={classes.times}>
      <Group gap={4}>
        {(
          [
            ['today', 0],
            ['tomorrow', 1],
            ['days3', 3],
            ['days7', 7],
          ] as const
        ).map(([word, days]) => (
          <Button key={word} size="compact-xs" variant="default" onClick={() => onSave(span(days))}>
            {t(`time.${word}`)}
          </Button>
        ))}
      </Group>
      <DateTimePicker
        size="xs"
        aria-label={t('task.start')}
        placeholder={t('task.start')}
        value={start}
        onChange={(value) => setStart(value ? new Date(value) : null)}
        popoverProps={{ withinPortal: false }}
      />
      <DateTimePicker
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
          onClick={() => start && end && onSave([toWire(start), toWire(end)])}
        >
          {t('action.save')}
        </Button>
        {task.end_at && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => onSave([])}>
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

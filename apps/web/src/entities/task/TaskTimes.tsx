import type { Task } from '@atrium/contract/tasks.ts';
import { Button, Group, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { DateTimeField } from '#entities/date/DateFields.tsx';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import { okWithOtherOwners, ownersOf } from './busy.ts';
import { DelayForm } from './DelayForm.tsx';
import { DueChip } from './DueChip.tsx';
import classes from './TaskFields.module.css';
import { planTask, shortcutSpan, timeShortcuts, workingSpan } from './times.actions.ts';

/** When a task is due: a quiet chip that opens the planning of its time. */
export function TaskTimes({ task, isQuiet = false }: { task: Task; isQuiet?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const save = async (span: [Date, Date] | null, remark: string) => {
    setOpen(false);
    if (span && !(await okWithOtherOwners(task, ownersOf(task), span))) return;
    await planTask(task, span, remark);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={classes.value}
          {...(!task.end_at && { 'aria-label': t('task.time_none'), title: t('task.time_none') })}
          onClick={() => setOpen(!isOpen)}
        >
          {task.end_at ? (
            <DueChip task={task} />
          ) : (
            <span className={classes.empty}>
              {isQuiet ? <IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" /> : t('task.time_none')}
            </span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && (
          <TimeForms task={task} onSave={(span, remark) => void save(span, remark)} onClose={() => setOpen(false)} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface FormProps {
  task: Task;
  /** `remark`: why, for the log. */
  onSave: (span: [Date, Date] | null, remark: string) => void;
  onClose: () => void;
}

function TimeForms(props: FormProps) {
  const { start_at, end_at } = props.task;
  const [isDelaying, setDelaying] = useState(false);
  if (isDelaying && start_at && end_at) {
    const [start, end] = [parseWire(start_at), parseWire(end_at)];
    return (
      <DelayForm
        end={end}
        onSave={(later, remark) => props.onSave([start, later], remark)}
        onClose={() => setDelaying(false)}
      />
    );
  }
  return <TimeForm {...props} onDelay={() => setDelaying(true)} />;
}

function TimeForm({ task, onSave, onClose, onDelay }: FormProps & { onDelay: () => void }) {
  const [remark, setRemark] = useState('');
  const [start, setStart] = useState<Date | null>(task.start_at ? parseWire(task.start_at) : null);
  const [end, setEnd] = useState<Date | null>(task.end_at ? parseWire(task.end_at) : null);
  const isWrong = start !== null && end !== null && workingSpan(start, end)[1] <= workingSpan(start, end)[0];
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
      {task.end_at && (
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
          onClick={() => start && end && onSave(workingSpan(start, end), remark)}
        >
          {t('action.save')}
        </Button>
        {task.end_at && (
          <Button size="compact-sm" variant="light" onClick={onDelay}>
            {t('delay.title')}
          </Button>
        )}
        {task.end_at && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => onSave(null, remark)}>
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

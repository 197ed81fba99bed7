import type { Task } from '@atrium/contract/projects/tasks.ts';
import { UnstyledButton } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useState } from 'react';
import classes from '#entities/task/TaskFields.module.css';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import { ownersOf, warnOfBusy } from './busy.ts';
import { DelayForm } from './DelayForm.tsx';
import { DueChip } from './DueChip.tsx';
import { TimeForm } from './TimeForm.tsx';
import { planTask } from './times.actions.ts';

/** The due date of a task: a discreet chip that opens the planning of its time. */
export function TaskTimes({ task, isQuiet = false }: { task: Task; isQuiet?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const save = async (span: [Date, Date] | null, remark: string) => {
    setOpen(false);
    const isPlanned = await planTask(task, span, { remark });
    if (isPlanned && span) await warnOfBusy(task, ownersOf(task), span, isQuiet);
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
  /** `remark`: the reason, for the log. */
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
  const begun = [start_at, end_at].map((at) => (at ? parseWire(at) : null));
  return (
    <TimeForm
      start={begun[0] ?? null}
      end={begun[1] ?? null}
      takesRemark={end_at !== null}
      without={end_at ? t('action.clear') : undefined}
      onDelay={end_at ? () => setDelaying(true) : undefined}
      onSave={props.onSave}
      onClose={props.onClose}
    />
  );
}

import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Draggable } from '@fullcalendar/react/interaction';
import { ActionIcon, Button, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { TimeForm } from '#entities/task/times/TimeForm.tsx';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import classes from './Unplanned.module.css';
import { planUnplanned } from './unplanned.actions.ts';
import { useUnplanned } from './useUnplanned.ts';

/** The number of tasks from which a filter is shown. */
const MANY = 8;

interface Props {
  onTask: (task: Task) => void;
  onClose: () => void;
}

/** One's open tasks without a time: dragged into the calendar, or planned in a form. */
export function Unplanned({ onTask, onClose }: Props) {
  const tasks = useUnplanned();
  const [filter, setFilter] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const isEmpty = tasks.length === 0;
  useEffect(() => {
    if (isEmpty || !list.current) return;
    const draggable = new Draggable(list.current, {
      itemSelector: '[data-task]',
      eventData: (row) => ({
        title: row.title,
        duration: '01:00',
        color: 'color-mix(in srgb, var(--accent) 22%, var(--surface))',
      }),
    });
    return () => draggable.destroy();
  }, [isEmpty]);
  const words = filter.trim().toLocaleLowerCase();
  const found = tasks.filter(({ name }) => name.toLocaleLowerCase().includes(words));
  return (
    <aside className={classes.panel} aria-label={t('calendar.unplanned')}>
      <header className={classes.head}>
        <h2>
          {t('calendar.unplanned')} {!isEmpty && <small>{tasks.length}</small>}
        </h2>
        <ActionIcon aria-label={t('action.close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </header>
      {isEmpty ? (
        <EmptyState drawing="done" text={t('calendar.unplanned_none')} />
      ) : (
        <>
          <Text size="sm" c="dimmed" px="sm">
            {t('calendar.unplanned_hint')}
          </Text>
          {tasks.length >= MANY && (
            <TextInput
              size="xs"
              mx="sm"
              aria-label={t('calendar.unplanned_filter')}
              placeholder={t('calendar.unplanned_filter')}
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value)}
            />
          )}
          <ul ref={list} className={classes.list}>
            {found.map((task) => (
              <Row key={task.id} task={task} onOpen={() => onTask(task)} />
            ))}
          </ul>
          {found.length === 0 && (
            <Text size="sm" c="dimmed" px="sm">
              {t('calendar.unplanned_no_match')}
            </Text>
          )}
        </>
      )}
    </aside>
  );
}

function Row({ task, onOpen }: { task: Task; onOpen: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const project = useRow('project', task.project_id);
  return (
    <li className={classes.row} data-task={task.id} title={task.name}>
      <span className={classes.mark} style={{ backgroundColor: task.p_color || 'var(--accent)' }} />
      <UnstyledButton className={classes.name} onClick={onOpen}>
        <span>{task.name}</span>
        <small>{project?.name ?? task.project_name}</small>
      </UnstyledButton>
      <Popover opened={isOpen} onChange={setOpen} position="left-start" trapFocus returnFocus withinPortal>
        <Popover.Target>
          <Button
            size="compact-xs"
            variant="light"
            aria-label={t('calendar.plan_task', { name: task.name })}
            onClick={() => setOpen(!isOpen)}
          >
            {t('calendar.plan')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          {isOpen && (
            <TimeForm
              start={null}
              end={null}
              action={t('calendar.plan')}
              onSave={(span) => {
                setOpen(false);
                if (span) void planUnplanned(task, span);
              }}
              onClose={() => setOpen(false)}
            />
          )}
        </Popover.Dropdown>
      </Popover>
    </li>
  );
}

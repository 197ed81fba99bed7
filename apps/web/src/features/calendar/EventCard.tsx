import { columnsOf } from '@atrium/client/store/select.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { ActionIcon, Button, Group, Menu, Portal, Text } from '@mantine/core';
import { IconArrowRight, IconCalendarEvent, IconDots, IconLayoutKanban, IconTrash, IconX } from '@tabler/icons-react';
import { TaskMenu } from '#entities/task/menu/TaskMenu.tsx';
import { CompleteButton } from '#entities/task/status/CompleteButton.tsx';
import { StatusChip } from '#entities/task/status/StatusChip.tsx';
import { remove } from '#entities/task/task.actions.ts';
import { DueChip } from '#entities/task/times/DueChip.tsx';
import { weekdayMoment, weekdayMomentRange } from '#sync/dates.ts';
import { t } from '#sync/language.ts';
import { useRow, useSelect } from '#sync/store/useStore.ts';
import { parseWire } from '#sync/time.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import classes from './Calendar.module.css';

/** The position of an event on the screen. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

interface Props {
  /** The task as the calendar shows it; newer data takes precedence. */
  task: Task;
  at: Box;
  onOpen: () => void;
  onClose: () => void;
}

function timeOf({ start_at, end_at }: Task): string {
  if (!end_at) return '';
  const end = parseWire(end_at);
  return start_at ? weekdayMomentRange(parseWire(start_at), end) : weekdayMoment(end);
}

/** A calendar task at a glance: name, time and project, with the most frequent actions. */
export function EventCard({ task: shown, at, onOpen, onClose }: Props) {
  const task = useRow('task', shown.id) ?? shown;
  const project = useRow('project', task.project_id);
  const column = useSelect(['column'], (store) => columnsOf(store, task.project_id), [task.project_id]).find(
    ({ id }) => id === task.column_id,
  );
  const place = [project?.name ?? task.project_name, column?.name ?? task.column_name].filter(Boolean).join(' › ');
  return (
    <Portal>
      <Popover
        opened
        onClose={onClose}
        onDismiss={onClose}
        position="bottom"
        width={320}
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <span
            aria-hidden="true"
            style={{
              position: 'fixed',
              left: at.left,
              top: at.top,
              width: at.width,
              height: at.height,
              pointerEvents: 'none',
            }}
          />
        </Popover.Target>
        <Popover.Dropdown aria-label={task.name} p="sm">
          <div className={classes.cardHead}>
            <CompleteButton task={task} />
            <Text fw={600} lineClamp={3} flex={1} {...(task.complete_at && { td: 'line-through', c: 'dimmed' })}>
              {task.name}
            </Text>
            <ActionIcon aria-label={t('action.close')} onClick={onClose}>
              <IconX size={18} stroke={1.75} />
            </ActionIcon>
          </div>
          <dl className={classes.facts}>
            <dt>
              <IconCalendarEvent size={16} stroke={1.75} aria-label={t('task.time')} />
            </dt>
            <dd>
              {timeOf(task)} {!task.complete_at && <DueChip task={task} />}
            </dd>
            <dt>
              <IconLayoutKanban size={16} stroke={1.75} aria-label={t('task.project')} />
            </dt>
            <dd>
              {place} <StatusChip task={task} />
            </dd>
          </dl>
          <Group gap={6} mt="sm" wrap="nowrap">
            <Button
              size="compact-sm"
              data-autofocus
              leftSection={<IconArrowRight size={16} stroke={1.75} />}
              onClick={() => {
                onClose();
                onOpen();
              }}
            >
              {t('action.open')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={() => {
                onClose();
                remove(task);
              }}
            >
              {t('task.remove')}
            </Button>
            <Menu position="bottom-end" withinPortal={false}>
              <Menu.Target>
                <ActionIcon ml="auto" aria-label={t('task.menu', { name: task.name })}>
                  <IconDots size={18} stroke={1.75} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <TaskMenu task={task} onGone={onClose} />
              </Menu.Dropdown>
            </Menu>
          </Group>
        </Popover.Dropdown>
      </Popover>
    </Portal>
  );
}

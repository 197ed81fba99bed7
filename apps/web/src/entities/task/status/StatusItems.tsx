import { choicesFor, currentItem, mayLeaveStatus } from '@atrium/contract/projects/flows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import classes from '#entities/task/TaskFields.module.css';
import { setStatus } from '#entities/task/task.actions.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { statusColor, useFlow } from './statuses.ts';

/** A task's current and next statuses as menu items. There are none without a workflow. */
export function StatusItems({ task }: { task: Task }) {
  const items = useFlow(task.project_id);
  const isOwner = useRow('project', task.project_id)?.owner === 1;
  const me = useMe();
  if (items.length === 0) return null;
  const current = currentItem(items, task);
  const choices = new Set(choicesFor(items, task));
  const isHeld = !mayLeaveStatus(current, me, isOwner);
  const shown = items.filter((item) => item.id === current?.id || choices.has(item));
  return (
    <>
      <Menu.Label>{t('flow.status')}</Menu.Label>
      {shown.map((item) => {
        const isCurrent = item.id === current?.id;
        return (
          <Menu.Item
            key={item.id}
            aria-current={isCurrent || undefined}
            disabled={isHeld || (isCurrent && !choices.has(item))}
            leftSection={<span className={classes.dot} style={{ backgroundColor: statusColor(item) }} />}
            rightSection={isCurrent && <IconCheck size={14} aria-hidden="true" />}
            onClick={() => setStatus(task, item)}
          >
            {item.name}
          </Menu.Item>
        );
      })}
      {isHeld && <Menu.Label className={classes.held}>{t('flow.held')}</Menu.Label>}
    </>
  );
}

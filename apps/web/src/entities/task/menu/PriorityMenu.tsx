import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Menu, UnstyledButton } from '@mantine/core';
import { IconFlagFilled } from '@tabler/icons-react';
import { useState } from 'react';
import classes from '#entities/task/TaskFields.module.css';
import { changeTask } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { type Priority, priorities } from './priorities.ts';

/**
 * A task's priority: a text that becomes the workspace's list on a click. With `isQuiet` a task without priority shows
 * nothing.
 */
export function PriorityMenu({ task, isQuiet = false }: { task: Task; isQuiet?: boolean }) {
  const [list, setList] = useState<readonly Priority[]>([]);
  return (
    <DropdownMenu
      position="bottom-start"
      onOpen={() => void priorities().then(setList)}
      button={
        <UnstyledButton className={classes.value} aria-label={task.p_name || t('task.priority_none')}>
          {task.p_name ? (
            <span className={classes.priority}>
              <IconFlagFilled size={14} color={task.p_color} className={classes.flag} aria-hidden />
              <span className={`truncate ${isQuiet ? classes.quiet : ''}`}>{task.p_name}</span>
            </span>
          ) : (
            <span className={classes.empty}>{isQuiet ? '–' : t('task.priority_none')}</span>
          )}
        </UnstyledButton>
      }
    >
      {list.map((priority) => (
        <Menu.Item
          key={priority.priority}
          leftSection={<IconFlagFilled size={14} color={priority.color} aria-hidden />}
          onClick={() =>
            changeTask(task, { p_level: priority.priority, p_name: priority.name, p_color: priority.color })
          }
        >
          {priority.name}
        </Menu.Item>
      ))}
      {task.p_level > 0 && (
        <Menu.Item onClick={() => changeTask(task, { p_level: 0, p_name: '', p_color: '' })}>
          {t('task.priority_none')}
        </Menu.Item>
      )}
    </DropdownMenu>
  );
}

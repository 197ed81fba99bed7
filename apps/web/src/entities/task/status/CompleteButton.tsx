import type { Task } from '@atrium/contract/projects/tasks.ts';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { toggleComplete } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './CompleteButton.module.css';

/** The circle before a task: a click completes or reopens it. */
export function CompleteButton({ task, size = 18 }: { task: Task; size?: number }) {
  const isDone = Boolean(task.complete_at);
  return (
    <PlainButton
      className={classes.button}
      role="checkbox"
      aria-checked={isDone}
      aria-label={t(isDone ? 'task.reopen' : 'task.complete', { name: task.name })}
      data-done={isDone || undefined}
      disabled={task.is_guest}
      onClick={(event) => {
        event.stopPropagation();
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        toggleComplete(task, { x: left, y: bottom });
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {isDone ? (
        <IconCircleCheckFilled size={size} />
      ) : (
        // The circle is a single element, because boards have dozens of them.
        <span className={classes.open} style={{ '--size': `${size}px` } as CSSProperties} />
      )}
    </PlainButton>
  );
}

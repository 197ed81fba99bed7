import { t } from '#sync/language.ts';
import classes from './OwnSubtaskCount.module.css';

/** The viewer's number of open subtasks, beside a task's name. */
export function OwnSubtaskCount({ count }: { count: number }) {
  if (count === 0) return null;
  const words = t('task.own_parts', { number: count });
  return (
    <span className={classes.parts} title={words}>
      <span aria-hidden="true">+{count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

import { decodeStatus } from '@atrium/contract/projects/flows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { t } from '#sync/language.ts';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './StatusChip.module.css';
import { pickStatus, statusColor, useFlow } from './statuses.ts';

/** A task's status; a click offers the next ones. Nothing is shown for a task without one. */
export function StatusChip({ task }: { task: Task }) {
  const hasFlow = useFlow(task.project_id).length > 0;
  if (!task.flow_item_name) return null;
  const status = decodeStatus(task.flow_item_name);
  const style = { '--status': statusColor(status) } as Record<string, string>;
  if (!hasFlow || task.archived_at || task.id < 0 || task.is_guest) {
    return (
      <span className={classes.chip} style={style}>
        <span className={classes.words}>{status.name}</span>
      </span>
    );
  }
  return (
    <PlainButton
      className={classes.chip}
      style={style}
      aria-haspopup="menu"
      aria-label={t('flow.status_of', { name: status.name })}
      onClick={(event) => {
        event.stopPropagation();
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        pickStatus(task, { x: left, y: bottom + 2 });
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <span className={classes.words}>{status.name}</span>
    </PlainButton>
  );
}

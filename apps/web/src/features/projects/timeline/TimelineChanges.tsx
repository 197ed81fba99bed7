import type { TimeRange } from '@atrium/client/projects/timeline.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Button, CloseButton, Group } from '@mantine/core';
import { planTask, workingSpan } from '#entities/task/times/times.actions.ts';
import { momentRange } from '#sync/dates.ts';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import classes from './Timeline.module.css';

interface Props {
  staged: ReadonlyMap<number, TimeRange>;
  tasks: readonly Task[];
  onDrop: (id: number) => void;
  onClear: () => void;
}

/** The times that were dragged and not saved yet, old ones beside new ones. */
export function TimelineChanges({ staged, tasks, onDrop, onClear }: Props) {
  const changes = tasks.flatMap((task) => {
    const stretch = staged.get(task.id);
    if (!stretch) return [];
    // A planned task keeps its times of day; one that had none gets the workspace's hours.
    const span: [Date, Date] = task.end_at ? [stretch.start, stretch.end] : workingSpan(stretch.start, stretch.end);
    return [{ task, span }];
  });
  if (changes.length === 0) return null;
  // Changes are saved one after the other, because each may ask a question; declined ones stay pending.
  const save = async () => {
    for (const { task, span } of changes) {
      const isPlanned = await planTask(task, span);
      if (isPlanned) onDrop(task.id);
    }
  };
  return (
    <section className={classes.changes} aria-label={t('timeline.unsaved')}>
      <h2>{t('timeline.unsaved')}</h2>
      <ul>
        {changes.map(({ task, span }) => (
          <li key={task.id}>
            <span className="truncate">{task.name}</span>
            <small>
              {task.end_at ? momentRange(parseWire(task.start_at ?? task.end_at), parseWire(task.end_at)) : '–'}{' '}
              <span aria-hidden="true">→</span> <strong>{momentRange(...span)}</strong>
            </small>
            <CloseButton
              size="xs"
              aria-label={t('timeline.drop', { name: task.name })}
              onClick={() => onDrop(task.id)}
            />
          </li>
        ))}
      </ul>
      <Group gap={8} justify="flex-end">
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
          {t('action.discard')}
        </Button>
        <Button size="compact-sm" onClick={() => void save()}>
          {t('action.save')}
        </Button>
      </Group>
    </section>
  );
}

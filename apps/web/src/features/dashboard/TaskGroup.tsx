import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Button } from '@mantine/core';
import { IconAlignLeft, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { TaskMenu } from '#entities/task/menu/TaskMenu.tsx';
import { OwnSubtaskCount } from '#entities/task/OwnSubtaskCount.tsx';
import { CompleteButton } from '#entities/task/status/CompleteButton.tsx';
import { StatusChip } from '#entities/task/status/StatusChip.tsx';
import { DueChip } from '#entities/task/times/DueChip.tsx';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { useGrowingList } from '#ui/fields/useGrowingList.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import { cardTint } from '#ui/palette.ts';
import classes from './DashboardScreen.module.css';

interface Props {
  id: string;
  label: string;
  /** The number of open ones, if that is what counts. */
  count: number;
  tasks: readonly Task[];
  /** The number shown until expanded. */
  cap: number;
  isClosed: boolean;
  onToggle: () => void;
  parts: ReadonlyMap<number, number>;
  onTask: (taskId: number) => void;
}

/** Tasks under a collapsible heading. */
export function TaskGroup({ id, label, count, tasks, cap, isClosed, onToggle, parts, onTask }: Props) {
  return (
    <section id={id} className={classes.bucket} aria-label={label}>
      <PlainButton className={classes.bucketHead} aria-expanded={!isClosed} onClick={onToggle}>
        <IconChevronDown size={16} data-closed={isClosed || undefined} />
        {label}
        <span className={classes.count}>{count}</span>
      </PlainButton>
      {!isClosed && <TaskLines tasks={tasks} cap={cap} parts={parts} onTask={onTask} />}
    </section>
  );
}

type LinesProps = Pick<Props, 'tasks' | 'cap' | 'parts' | 'onTask'>;

function TaskLines({ tasks, cap, parts, onTask }: LinesProps) {
  const [isWhole, setWhole] = useState(false);
  const listed = isWhole ? tasks : tasks.slice(0, cap);
  const { shown, end } = useGrowingList(listed.length);
  return (
    <ul className={classes.rows}>
      {listed.slice(0, shown).map((task) => (
        <TaskLine
          key={task.id}
          task={task}
          parts={parts.get(task.id) ?? 0}
          onOpen={() => onTask(task.parent_id || task.id)}
        />
      ))}
      {end && <li key={`end ${shown}`} ref={end} aria-hidden="true" />}
      {listed.length < tasks.length && (
        <li className={classes.more}>
          <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
            {t('dashboard.more', { count: tasks.length - listed.length })}
          </Button>
        </li>
      )}
    </ul>
  );
}

function TaskLine({ task, parts, onOpen }: { task: Task; parts: number; onOpen: () => void }) {
  const project = useRow('project', task.project_id);
  const [menu, setMenu] = useState<Point | null>(null);
  return (
    <li
      className={classes.row}
      data-done={Boolean(task.complete_at) || undefined}
      data-tinted={task.color !== '' || undefined}
      style={{ backgroundColor: cardTint(task.color) }}
      onContextMenu={(event) => {
        event.preventDefault();
        setMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      {task.p_color && (
        <span className={classes.stripe} style={{ backgroundColor: task.p_color }} title={task.p_name} />
      )}
      <CompleteButton task={task} />
      <span className={classes.status}>
        <StatusChip task={task} />
      </span>
      <PlainButton className={classes.open} onClick={onOpen}>
        {task.parent_id > 0 && <span className={classes.sub}>{t('task.subtask')}</span>}
        <OwnSubtaskCount count={parts} />
        <span className={classes.name}>
          {task.name}
          {task.desc && <IconAlignLeft size={14} stroke={1.75} className={classes.mark} aria-label={t('task.desc')} />}
        </span>
        <span className={classes.where}>{project?.name ?? task.project_name}</span>
        {task.sub_num > 0 && (
          <span className={classes.where}>
            {task.sub_complete}/{task.sub_num}
          </span>
        )}
        <DueChip task={task} />
      </PlainButton>
      <PointMenu at={menu} label={t('task.menu', { name: task.name })} onClose={() => setMenu(null)}>
        <TaskMenu task={task} onOpen={onOpen} />
      </PointMenu>
    </li>
  );
}

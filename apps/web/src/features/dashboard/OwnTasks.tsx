import type { WireClock } from '@atrium/client/live/wireClock.ts';
import { dashboard, ownParts, projectList } from '@atrium/client/store/select.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconAlarm, IconCalendarDue, IconChecklist, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { mayAddProjects } from '#entities/project/mayAddProjects.ts';
import { newTask } from '#entities/task/newTask.ts';
import { useJustCompleted } from '#entities/task/status/justCompleted.ts';
import { t } from '#sync/language.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { useSelect } from '#sync/store/useStore.ts';
import classes from './DashboardScreen.module.css';
import { NothingOpen } from './NothingOpen.tsx';
import { TaskGroup } from './TaskGroup.tsx';
import { useCompletedThisWeek } from './useCompletedThisWeek.ts';

const BUCKETS = ['overdue', 'today', 'todo', 'upcoming', 'assist', 'completed'] as const;
type Bucket = (typeof BUCKETS)[number];
/** Maximum numbers shown until expanded. */
const CAPS = { overdue: 10, today: 10, todo: 10, upcoming: 5, assist: 5, completed: 7 } as const;
const KEY = 'dashboard.closed';
function storedClosed(): ReadonlySet<Bucket> {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? '["completed"]') as Bucket[]);
  } catch {
    return new Set(['completed']);
  }
}
const ICONS = { overdue: IconAlarm, today: IconCalendarDue, todo: IconChecklist } as const;

interface Props {
  clock: WireClock;
  onTask: (taskId: number) => void;
  onNewProject: () => void;
}

/** One's own tasks by urgency, and the projects they are in. */
export function OwnTasks({ clock, onTask, onNewProject }: Props) {
  const completed = useJustCompleted();
  const open = useSelect(['task'], (store) => dashboard(store, clock, completed.ids), [clock, completed.ids]);
  const done = useCompletedThisWeek(clock, completed.ids);
  const buckets = { ...open, completed: done };
  const parts = useSelect(['task'], ownParts, []);
  const projects = useSelect(['project'], projectList, []);
  const state = useClientState();
  // The personal project came with the account.
  const isNew = projects.every((project) => project.personal === 1 && !project.task_num);
  const [closed, setClosed] = useState<ReadonlySet<Bucket>>(storedClosed);
  const counted = (bucket: Bucket) =>
    bucket === 'completed' ? done.length : buckets[bucket].filter((task) => !task.complete_at).length;
  const openBuckets = BUCKETS.filter((bucket) => bucket !== 'completed');
  const isEmpty = openBuckets.every((bucket) => buckets[bucket].length === 0);
  const hasCompleted = openBuckets.some((bucket) => buckets[bucket].some((task) => task.complete_at));
  const toggle = (bucket: Bucket) => {
    const next = new Set(closed);
    if (!next.delete(bucket)) next.add(bucket);
    localStorage.setItem(KEY, JSON.stringify([...next]));
    setClosed(next);
  };
  return (
    <>
      <div className={classes.numbers}>
        {(['overdue', 'today', 'todo'] as const).map((bucket) => {
          const Icon = ICONS[bucket];
          return (
            <a
              key={bucket}
              href={`#${bucket}`}
              onClick={() => closed.has(bucket) && toggle(bucket)}
              className={classes.number}
              data-kind={bucket}
              data-zero={counted(bucket) === 0 || undefined}
            >
              <Icon size={20} stroke={1.75} />
              <strong>{counted(bucket)}</strong>
              <span>
                {t(`dashboard.${bucket}`)}
                {bucket === 'todo' && counted('upcoming') > 0 && (
                  <small> {t('dashboard.and_upcoming', { count: counted('upcoming') })}</small>
                )}
              </span>
            </a>
          );
        })}
      </div>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconPlus size={16} stroke={1.75} />}
        onClick={() => newTask()}
        className={classes.clear}
      >
        {t('task.new')}
      </Button>
      {hasCompleted && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={completed.clear} className={classes.clear}>
          {t('dashboard.clear')}
        </Button>
      )}
      {isEmpty && state === 'loading' && [1, 2, 3].map((each) => <Skeleton key={each} h={44} radius="md" />)}
      {isEmpty && state !== 'loading' && (
        <NothingOpen doneCount={done.length} isNew={isNew} onNewProject={onNewProject} />
      )}
      {BUCKETS.filter((bucket) => buckets[bucket].length > 0).map((bucket) => (
        <TaskGroup
          key={bucket}
          id={bucket}
          label={t(`dashboard.${bucket}`)}
          count={counted(bucket)}
          tasks={buckets[bucket]}
          cap={CAPS[bucket]}
          isClosed={closed.has(bucket)}
          onToggle={() => toggle(bucket)}
          parts={parts}
          onTask={onTask}
        />
      ))}
      <section className={classes.bucket} aria-label={t('nav.projects')}>
        <h2 className={classes.projectsHead}>{t('nav.projects')}</h2>
        <div className={classes.projects}>
          {projects.slice(0, 8).map((project) => (
            <Link key={project.id} to={`/manage/project/${project.id}`} className={classes.project}>
              <span className="truncate">{project.name}</span>
              <span className={classes.bar} aria-hidden="true">
                <span style={{ width: `${project.task_percent ?? 0}%` }} />
              </span>
              <small>{t('project.progress', { done: project.task_complete ?? 0, all: project.task_num ?? 0 })}</small>
            </Link>
          ))}
          {mayAddProjects() && (
            <button type="button" className={classes.newProject} onClick={onNewProject}>
              {t('project.new')}
            </button>
          )}
        </div>
      </section>
    </>
  );
}

import { isNarrow, passes, unfiltered } from '@atrium/client/projects/taskFilter.ts';
import { columnsOf, storedTasks, tasksOfProject } from '@atrium/client/store/select.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Button } from '@mantine/core';
import { Suspense, useCallback, useMemo } from 'react';
import { t } from '#sync/language.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { useWireClock } from '#sync/useWireClock.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { Board } from './board/Board.tsx';
import { NoMatchingTasks } from './board/NoMatchingTasks.tsx';
import { ProjectBar } from './ProjectBar.tsx';
import classes from './ProjectScreen.module.css';
import { TaskTable, Timeline } from './projectParts.ts';
import { useProjectView } from './useProjectView.ts';

interface Props {
  project: Project;
  isLoaded: boolean;
  /** The reason why the project's tasks could not be loaded; '' if they were. */
  problem?: string;
  onAgain?: () => void;
  onTask: (taskId: number) => void;
}

/** A project's filtered tasks as a board, a table or a timeline. */
export function ProjectViews({ project, isLoaded, problem = '', onAgain, onTask }: Props) {
  const columns = useSelect(['column'], (store) => columnsOf(store, project.id), [project.id]);
  const tasks = useSelect(['task'], (store) => tasksOfProject(store, project.id), [project.id]);
  const { view, change } = useProjectView(project.id, columns.length);
  const clock = useWireClock();
  // True while the number is the server's, which includes subtasks.
  const isCounted = !isLoaded || problem !== '';
  const stored = useSelect(['task'], (store) => (isCounted ? storedTasks(store, project.id) : 0), [
    project.id,
    isCounted,
  ]);
  const all = project.task_num ?? 0;
  // True while more tasks are coming: the person's own are there first, and a part must not look complete.
  const isComing = !isLoaded && stored < all;
  const { filter, hidden } = view;
  const isShown = useCallback(
    (task: Task) => !hidden.includes(task.column_id) && passes(task, filter, clock),
    [filter, hidden, clock],
  );
  const shown = useMemo(() => tasks.filter(isShown), [tasks, isShown]);
  const isFiltered = isNarrow(filter) || hidden.length > 0 || !filter.withCompleted;
  const hasNothing = tasks.length > 0 && shown.length === 0 && isFiltered && !isComing;
  const unfilter = () => change({ filter: unfiltered, hidden: [] });
  return (
    <div className={classes.views}>
      <ProjectBar
        desc={project.desc}
        hasFlow={(project.project_flow_item ?? []).length > 0}
        columns={columns}
        tasks={tasks}
        matches={shown.length}
        clock={clock}
        view={view}
        onChange={change}
      />
      {problem && stored < all && (
        <div className={classes.partly} role="alert">
          <span>{t('project.partly', { some: stored, all })}</span>
          <Button size="compact-sm" variant="default" onClick={onAgain}>
            {t('action.retry')}
          </Button>
        </div>
      )}
      {hasNothing && view.kind !== 'timeline' && (
        <NoMatchingTasks isLine={view.kind === 'board'} onUnfilter={unfilter} />
      )}
      {view.kind === 'board' && (
        <Board project={project} hidden={hidden} isComing={isComing} isShown={isShown} onTask={onTask} />
      )}
      {view.kind !== 'board' && isComing && <LoadingPlaceholder label={t('state.loading')} />}
      <Suspense fallback={<LoadingPlaceholder label={t('state.loading')} />}>
        {view.kind === 'table' && !isComing && !hasNothing && (
          <TaskTable project={project} tasks={shown} view={view} onChange={change} onTask={onTask} />
        )}
        {view.kind === 'timeline' && !isComing && (
          <Timeline
            tasks={shown}
            onUnfilter={isFiltered && tasks.length > 0 ? unfilter : undefined}
            dayWidth={view.dayWidth}
            onDayWidth={(dayWidth) => change({ dayWidth })}
            onTask={onTask}
          />
        )}
      </Suspense>
    </div>
  );
}

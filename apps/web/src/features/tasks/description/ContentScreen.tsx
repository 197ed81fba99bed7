import { Loader } from '@mantine/core';
import { Suspense } from 'react';
import classes from '#features/tasks/TaskPanel.module.css';
import { useTask } from '#features/tasks/useTask.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';

const Description = lazyPart(async () => (await import('./Description.tsx')).Description);
const stay = () => undefined;

/** A task's description in a separate window, with space for long ones. */
export function ContentScreen({ taskId, onClose }: { taskId: number; onClose: () => void }) {
  const { task, problem, isFailed } = useTask(taskId, stay);
  if (task) {
    return (
      <div className={classes.window}>
        <ScreenHeader title={task.name} />
        <div className={classes.sheet}>
          <Suspense fallback={<Loader size="xs" />}>
            <Description task={task} />
          </Suspense>
        </div>
      </div>
    );
  }
  if (!isFailed) return <Loader m="auto" />;
  return (
    <EmptyState
      drawing="lost"
      text={problem || t('error.project.gone')}
      action={{ label: t('nav.dashboard'), run: onClose }}
    />
  );
}

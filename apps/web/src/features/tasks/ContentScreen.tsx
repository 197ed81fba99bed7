import { Loader } from '@mantine/core';
import { Suspense } from 'react';
import { t } from '#sync/language.ts';
import { later } from '#sync/later.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ScreenHeader } from '#ui/ScreenHeader.tsx';
import classes from './TaskPanel.module.css';
import { useTask } from './useTask.ts';

const Description = later(async () => (await import('./Description.tsx')).Description);
const stay = () => undefined;

/** A task's description in a window of its own: room for long ones. */
export function ContentScreen({ taskId, onClose }: { taskId: number; onClose: () => void }) {
  const { task, problem } = useTask(taskId, stay);
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
  if (!problem) return <Loader m="auto" />;
  return <EmptyState drawing="lost" text={problem} action={{ label: t('nav.dashboard'), run: onClose }} />;
}

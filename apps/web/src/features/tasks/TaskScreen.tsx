import { Loader } from '@mantine/core';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './TaskPanel.module.css';
import { TaskPanel } from './TaskPanel.tsx';
import { useTask } from './useTask.ts';

interface Props {
  taskId: number;
  onOpen: (taskId: number) => void;
  onClose: () => void;
  onPerson: (userid: number) => void;
}

/** A task in a separate window, with its own address. */
export function TaskScreen({ taskId, onOpen, onClose, onPerson }: Props) {
  const { task, problem, isFailed } = useTask(taskId, onOpen);
  if (task) {
    return (
      <div className={classes.window}>
        <h1 className="visually-hidden">{task.name}</h1>
        <TaskPanel key={task.id} task={task} onOpen={onOpen} onClose={onClose} onPerson={onPerson} />
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

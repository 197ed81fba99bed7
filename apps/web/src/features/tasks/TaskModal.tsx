import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import { openTaskWindow, toggleComplete } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { useCommands } from '#ui/keys/commands.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from './TaskPanel.module.css';
import { TaskPanel } from './TaskPanel.tsx';
import { useTask } from './useTask.ts';

interface Props {
  taskId: number;
  onOpen: (taskId: number) => void;
  onClose: () => void;
  onPerson: (userid: number) => void;
}

/** A task above the screen it was opened from. */
export function TaskModal({ taskId, onOpen, onClose, onPerson }: Props) {
  const { task, problem, isFailed } = useTask(taskId, onOpen);
  const isPhone = useIsPhone();
  const label = task ? t(task.complete_at ? 'task.reopen' : 'task.complete', { name: task.name }) : '';
  useCommands(task ? [{ id: 'task-complete', label, run: () => toggleComplete(task) }] : []);
  // A task that cannot be opened shows the reason and does not stay above the screen.
  useEffect(() => {
    if (!isFailed) return;
    if (problem) notify(problem, { kind: 'error' });
    onClose();
  }, [isFailed, problem, onClose]);
  if (isFailed) return null;
  if (!task) {
    return (
      <Modal opened onClose={onClose} size="sm" title={t('task.one')}>
        <Loader size="sm" />
      </Modal>
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={900}
      padding={0}
      fullScreen={isPhone}
      attributes={{ content: { 'aria-label': task.name } }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <TaskPanel
        key={task.id}
        task={task}
        onOpen={onOpen}
        onClose={onClose}
        onPerson={onPerson}
        onWindow={
          isPhone
            ? undefined
            : () => {
                openTaskWindow(task.id);
                onClose();
              }
        }
      />
    </Modal>
  );
}

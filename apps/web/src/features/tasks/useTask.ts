import { useEffect, useState } from 'react';
import { loadTask } from '#entities/task/task.actions.ts';
import { useRow } from '#sync/useStore.ts';

/**
 * A task by its id, fetched again whenever it is opened, and when it goes while it is open: then the server says why.
 * A subtask has no place of its own: its main task opens.
 */
export function useTask(taskId: number, onOpen: (taskId: number) => void) {
  const task = useRow('task', taskId);
  const [problem, setProblem] = useState('');
  const [opened, setOpened] = useState(0);
  const isLost = !task && opened === taskId;
  if (task && opened !== taskId) setOpened(taskId);
  useEffect(() => {
    setProblem('');
    loadTask(taskId).catch((error: Error) => setProblem(error.message));
  }, [taskId]);
  useEffect(() => {
    if (isLost) loadTask(taskId).catch((error: Error) => setProblem(error.message));
  }, [isLost, taskId]);
  useEffect(() => {
    if (task && task.parent_id > 0) onOpen(task.parent_id);
  }, [task, onOpen]);
  return { task, problem };
}

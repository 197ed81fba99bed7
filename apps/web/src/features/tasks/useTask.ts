import { useEffect, useRef, useState } from 'react';
import { loadTask } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { useRow } from '#sync/store/useStore.ts';
import { wordsOf } from '#sync/words.ts';
import { type Known, notifyTaskGone } from './taskGone.ts';

/**
 * Loads a task by id, again whenever it is opened, and when it disappears while open: then the server gives the reason.
 * A task without a server id is reopened as soon as it has one. For a subtask, which has no page of its own, the main
 * task opens.
 */
export function useTask(taskId: number, onOpen: (taskId: number) => void) {
  const task = useRow('task', taskId);
  const known = useRef<Known>(undefined);
  const [problem, setProblem] = useState('');
  const [isGone, setGone] = useState(false);
  const [opened, setOpened] = useState(0);
  // A task without a server id existed when it was opened: it may have got an id before it was drawn.
  const isLost = !task && (opened === taskId || taskId < 0);
  if (task && opened !== taskId) setOpened(taskId);
  useEffect(() => {
    const projectName = task && client.store.get('project', task.project_id)?.name;
    if (task) known.current = { task, projectName: projectName ?? '' };
  }, [task]);
  useEffect(() => {
    setProblem('');
    setGone(false);
    // A pending task is shown from local data.
    if (taskId > 0) loadTask(taskId).catch((error: unknown) => setProblem(wordsOf(error)));
  }, [taskId]);
  useEffect(() => {
    if (!isLost) return;
    const made = client.store.aliases.get(taskId);
    if (made) onOpen(made);
    else if (taskId < 0) setProblem(t('error.task.gone'));
    else
      loadTask(taskId).catch((error: Error) => {
        setProblem(known.current?.task.id === taskId ? notifyTaskGone(known.current, error) : wordsOf(error));
        setGone(true);
      });
  }, [isLost, taskId, onOpen]);
  useEffect(() => {
    if (task && task.parent_id > 0) onOpen(task.parent_id);
  }, [task, onOpen]);
  return { task, problem, isFailed: !task && (isGone || problem !== '') };
}

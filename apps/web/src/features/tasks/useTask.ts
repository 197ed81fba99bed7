import { useEffect, useRef, useState } from 'react';
import { loadTask } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { useRow } from '#sync/store/useStore.ts';
import { wordsOf } from '#sync/words.ts';
import { type Known, tellLost } from './lostTask.ts';

/**
 * A task by its id, fetched again whenever it is opened, and when it goes while it is open: then the server says why.
 * One that the server has not named yet is opened under its name as soon as it has.
 * A subtask has no place of its own: its main task opens.
 */
export function useTask(taskId: number, onOpen: (taskId: number) => void) {
  const task = useRow('task', taskId);
  const known = useRef<Known>(undefined);
  const [problem, setProblem] = useState('');
  const [isGone, setGone] = useState(false);
  const [opened, setOpened] = useState(0);
  // One without a number of its own was here when it was opened: it may have been named before it was drawn.
  const isLost = !task && (opened === taskId || taskId < 0);
  if (task && opened !== taskId) setOpened(taskId);
  useEffect(() => {
    const projectName = task && client.store.get('project', task.project_id)?.name;
    if (task) known.current = { task, projectName: projectName ?? '' };
  }, [task]);
  useEffect(() => {
    setProblem('');
    setGone(false);
    // One that is still on its way to the server is shown as it is here.
    if (taskId > 0) loadTask(taskId).catch((error: unknown) => setProblem(wordsOf(error)));
  }, [taskId]);
  useEffect(() => {
    if (!isLost) return;
    const made = client.store.aliases.get(taskId);
    if (made) onOpen(made);
    else if (taskId < 0) setProblem(t('error.task.gone'));
    else
      loadTask(taskId).catch((error: Error) => {
        setProblem(known.current?.task.id === taskId ? tellLost(known.current, error) : wordsOf(error));
        setGone(true);
      });
  }, [isLost, taskId, onOpen]);
  useEffect(() => {
    if (task && task.parent_id > 0) onOpen(task.parent_id);
  }, [task, onOpen]);
  return { task, problem, isFailed: !task && (isGone || problem !== '') };
}

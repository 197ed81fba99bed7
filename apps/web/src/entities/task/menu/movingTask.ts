import { CallError } from '@atrium/client/api.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { columnLists } from '@atrium/contract/projects/projects.ts';
import { type Task, taskCopy, taskMove, taskUpgrade } from '@atrium/contract/projects/tasks.ts';
import { create } from 'zustand';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { showProblem } from '#ui/overlays/problem.ts';

type Kind = 'move' | 'copy';

interface Moving {
  task: Task | null;
  kind: Kind;
}
/** The task being moved or copied: set by its menu, read by a modal above the screens. */
export const useMovingTask = create<Moving>(() => ({ task: null, kind: 'move' }));
export const moveOrCopy = (task: Task, kind: Kind): void => useMovingTask.setState({ task, kind });
export const stopMoving = (): void => useMovingTask.setState({ task: null });

/**
 * Moves or copies a task. Returns `done`, `pick` if the server wants a status, or `refused` after showing the error.
 */
export async function place(kind: Kind, input: InputOf<typeof taskMove>): Promise<'done' | 'pick' | 'refused'> {
  try {
    const task = kind === 'move' ? (await client.api.call(taskMove, input))[0] : await client.api.call(taskCopy, input);
    if (!task) return 'refused';
    await showPlace(task);
    notify(
      t(kind === 'move' ? 'move.moved' : 'move.copied', {
        place: `${task.project_name} › ${task.column_name}`,
        name: task.name,
      }),
    );
    return 'done';
  } catch (error) {
    if (error instanceof CallError && error.code === 'task.pick_status') return 'pick';
    showProblem(wordsOf(error));
    return 'refused';
  }
}

/** Reloads the target's columns, which may be newer than our data of that project. */
async function showPlace({ project_id }: Pick<Task, 'project_id'>): Promise<void> {
  const columns = await client.api.read(columnLists, { project_id, pagesize: 200 }).catch(() => null);
  for (const column of columns?.data ?? []) {
    if (client.store.get('project', project_id)) client.store.base.column.put(column);
  }
}

export async function upgrade(task: Task): Promise<void> {
  try {
    await client.api.call(taskUpgrade, { task_id: task.id });
    notify(t('task.upgraded', { name: task.name }));
  } catch (error) {
    showProblem(wordsOf(error));
  }
}

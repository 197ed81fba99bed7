import type { Task } from '@atrium/contract/projects/tasks.ts';
import { readFiles } from '#entities/task/task.actions.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useRevision } from '#sync/store/useRevision.ts';

/** A task's files, reloaded whenever one is added or removed. */
export function useTaskFiles({ id, file_num }: Pick<Task, 'id' | 'file_num'>) {
  const version = useRevision('files', id);
  const isEmpty = file_num === 0;
  const { data, problem, again } = useRequest(
    async () => (isEmpty ? [] : readFiles(id)),
    `${id} ${version} ${isEmpty}`,
  );
  return { files: (!isEmpty && data) || [], problem: isEmpty ? '' : problem, again };
}

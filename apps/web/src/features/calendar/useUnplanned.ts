import type { Task } from '@atrium/contract/projects/tasks.ts';
import { useSelect } from '#sync/store/useStore.ts';

/** The reader's open tasks without a time: by priority, then the newest first. */
export function useUnplanned(): readonly Task[] {
  return useSelect(
    ['task'],
    (store) =>
      store
        .all('task')
        // A pending task has no id yet.
        .filter((task) => task.owner === 1 && task.id > 0 && !task.end_at && !task.complete_at && !task.archived_at)
        .sort((a, b) => (a.p_level || 99) - (b.p_level || 99) || b.id - a.id),
    [],
  );
}

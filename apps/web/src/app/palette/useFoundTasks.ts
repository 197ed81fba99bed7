import { type Task, taskLists } from '@atrium/contract/projects/tasks.ts';
import { client } from '#sync/session.ts';
import { useRequest } from '#sync/store/useRequest.ts';

const PAUSE_MS = 200;
const MOST = 6;

export type FoundTask = Pick<Task, 'id' | 'parent_id' | 'name'>;

/**
 * The tasks of all projects that match the input. They come from the server: a device has only its person's own tasks
 * and those of opened projects.
 */
export function useFoundTasks(query: string): readonly FoundTask[] {
  const words = query.trim();
  // Without an answer, locally known tasks are shown.
  const { data: found } = useRequest(() => findTasks(words), words, { delayMs: PAUSE_MS });
  return found?.words === words ? found.tasks : NONE;
}
const NONE: readonly FoundTask[] = [];

async function findTasks(words: string): Promise<{ words: string; tasks: readonly FoundTask[] }> {
  if (words === '') return { words, tasks: NONE };
  const wish = { keys: { name: words }, scope: 'all_project', pagesize: MOST } as const;
  return { words, tasks: (await client.api.read(taskLists, wish)).data };
}

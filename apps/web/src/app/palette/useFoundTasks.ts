import { type Task, taskLists } from '@atrium/contract/projects/tasks.ts';
import { useEffect, useState } from 'react';
import { client } from '#sync/session.ts';

const PAUSE_MS = 200;
const MOST = 6;

export type FoundTask = Pick<Task, 'id' | 'parent_id' | 'name'>;

/**
 * Tasks of all projects that match the input: a device has only its person's own tasks and those of opened projects.
 */
export function useFoundTasks(query: string): readonly FoundTask[] {
  const [found, setFound] = useState<{ query: string; tasks: readonly FoundTask[] }>({ query: '', tasks: [] });
  const words = query.trim();
  useEffect(() => {
    let isWanted = words !== '';
    const timer = setTimeout(() => {
      if (!isWanted) return;
      client.api.read(taskLists, { keys: { name: words }, scope: 'all_project', pagesize: MOST }).then(
        ({ data }) => isWanted && setFound({ query: words, tasks: data }),
        // Locally known tasks are shown, as without a network.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [words]);
  return found.query === words ? found.tasks : NONE;
}
const NONE: readonly FoundTask[] = [];

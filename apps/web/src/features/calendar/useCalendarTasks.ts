import { type Task, taskLists } from '@atrium/contract/projects/tasks.ts';
import { useEffect, useMemo, useState } from 'react';
import { client } from '#sync/session.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { toWire } from '#sync/time.ts';

export interface ShownRange {
  from: Date;
  until: Date;
}

const PAGE = 500;
const isMine = (task: Task) => task.owner === 1 && task.end_at !== null && !task.archived_at;

/**
 * My planned tasks, subtasks too. Open ones are always loaded; completed ones are loaded for the visible time, and the
 * store's data takes precedence.
 */
export function useCalendarTasks(shown: ShownRange | null): readonly Task[] {
  const known = useSelect(['task'], (store) => store.all('task'), []);
  const [loaded, setLoaded] = useState<readonly Task[]>([]);
  const from = shown ? toWire(shown.from) : '';
  const until = shown ? toWire(shown.until) : '';
  useEffect(() => {
    if (!from || !until) return;
    let isWanted = true;
    client.api.read(taskLists, { owner: 1, time: [from, until], pagesize: PAGE }).then(
      (page) => isWanted && setLoaded(page.data),
      // Offline, open ones are still there.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [from, until]);
  return useMemo(() => {
    const fresh = new Map(known.map((task) => [task.id, task]));
    const done = loaded.filter((task) => task.complete_at && !fresh.has(task.id));
    return [...known, ...done].filter(isMine);
  }, [known, loaded]);
}

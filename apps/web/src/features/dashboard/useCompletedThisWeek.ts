import type { WireClock } from '@atrium/client/live/wireClock.ts';
import { type Task, taskLists } from '@atrium/contract/projects/tasks.ts';
import { useEffect, useState } from 'react';
import { firstDayOfWeek } from '#entities/task/times/times.actions.ts';
import { client } from '#sync/session.ts';
import { cachedThenFresh } from '#sync/store/lastAnswers.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { parseWire, toWire } from '#sync/time.ts';

const MOST = 100;
const ask = async () =>
  (
    await client.api.read(taskLists, {
      owner: 1,
      keys: { status: 'completed' },
      sorts: { complete_at: 'desc' },
      pagesize: MOST,
    })
  ).data;

/** The reader's tasks completed this week, latest first; those still shown in their place are left out. */
export function useCompletedThisWeek({ dayStart }: WireClock, standing: ReadonlySet<number>): readonly Task[] {
  const [asked, setAsked] = useState<readonly Task[]>([]);
  useEffect(() => cachedThenFresh('completed', ask, [], setAsked), []);
  const since = weekStart(dayStart);
  return useSelect(
    ['task'],
    (store) => {
      const known = new Map(asked.map((task) => [task.id, task]));
      // Loaded data is newer than the answer.
      for (const task of store.all('task')) if (known.has(task.id) || task.owner === 1) known.set(task.id, task);
      return [...known.values()]
        .filter((task) => isDone(task, since) && !standing.has(task.id))
        .sort((a, b) => (b.complete_at ?? '').localeCompare(a.complete_at ?? '') || b.id - a.id);
    },
    [asked, since, standing],
  );
}

const isDone = ({ owner, complete_at, archived_at }: Task, since: string) =>
  owner === 1 && !archived_at && complete_at !== null && complete_at >= since;

function weekStart(dayStart: string): string {
  const day = parseWire(dayStart);
  day.setDate(day.getDate() - ((day.getDay() - (firstDayOfWeek() % 7) + 7) % 7));
  return toWire(day);
}

import { wireClock } from '@atrium/client/live/wireClock.ts';
import { passes, sectionsOf, unfiltered } from '@atrium/client/projects/taskFilter.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import type { Row } from '../lib/report.ts';
import { percentile } from '../lib/stats.ts';

const ROUNDS = 60;
const WARM_UP = 10;

const byTag = [{ field: 'tag' as const, isNot: false, values: ['review'] }];

/** A browser's work on a project's tasks for every letter typed into the filter and every change of order. */
export function filterAndSort(tasks: readonly Task[]): Row[] {
  const clock = wireClock(new Date());
  const count = tasks.length;
  const by = (name: string, run: () => unknown): Row => ({
    what: `${count} tasks on the client: ${name}, p99`,
    figure: percentile(timed(run), 0.99),
    unit: 'ms',
    atMost: 16,
  });
  return [
    by('filter by words', () => tasks.filter((task) => passes(task, { ...unfiltered, text: 'open 7' }, clock))),
    by('filter by tag', () => tasks.filter((task) => passes(task, { ...unfiltered, conditions: byTag }, clock))),
    by('sort by due', () => sectionsOf(tasks, { by: 'due', isDescending: false })),
    by('sort by priority', () => sectionsOf(tasks, { by: 'priority', isDescending: true })),
  ];
}

function timed(run: () => unknown): number[] {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const began = performance.now();
    run();
    if (round >= WARM_UP) times.push(performance.now() - began);
  }
  return times;
}

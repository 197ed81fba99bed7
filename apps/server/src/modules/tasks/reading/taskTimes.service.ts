import type { Reader } from '#platform/db/pool';
import { listShortTasks } from './reading.queries.ts';

interface Wanted {
  userids: readonly number[];
  from: Date;
  until: Date;
  /** Longer tasks are left out. */
  hours: number;
}

/** When these people have open tasks, without saying which. */
export const listTaskTimes = (tx: Reader, wanted: Wanted) => listShortTasks(tx, wanted);

import type { Reader } from '#platform/db/pool';
import { listShortTasks } from './reading.queries.ts';

interface TaskTimesFilter {
  userids: readonly number[];
  from: Date;
  until: Date;
  /** The longest duration of a task in hours; longer tasks are left out. */
  hours: number;
}

/** The times of these people's open tasks, without saying which tasks they are. */
export const listTaskTimes = (tx: Reader, wanted: TaskTimesFilter) => listShortTasks(tx, wanted);

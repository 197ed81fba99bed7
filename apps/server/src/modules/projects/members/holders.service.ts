import type { HandoffSource } from '@atrium/contract/projects/handoffs.ts';
import type { Work } from '#platform/work';
import { compileFirstHandoff, compileHandoffs, type TaskSet } from './holders.queries.ts';

interface Note {
  note?: string;
  /** Written down also where the same people go on having it: what is completed or put away. */
  always?: boolean;
}

/**
 * Writes down who has these tasks, where that is not who had them last. After the change
 * of owners, in the same transaction.
 */
export function noteHolders(
  work: Work,
  set: TaskSet,
  source: HandoffSource,
  { note = '', always = false }: Note = {},
): void {
  work.trail(compileHandoffs(work.tx, set, { userid: work.caller.userid, source, note, always }));
}

/** The first ones to have a task, who are known. */
export function noteFirstHolders(work: Work, taskId: number, owners: readonly number[], source: HandoffSource): void {
  if (owners.length === 0) return;
  work.trail(
    compileFirstHandoff(work.tx, {
      task_id: taskId,
      userid: work.caller.userid,
      source,
      before: [],
      owners: owners.toSorted((a, b) => a - b),
    }),
  );
}

import type { HandoffSource } from '@atrium/contract/projects/handoffs.ts';
import type { Work } from '#platform/work';
import { compileFirstHandoff, compileHandoffs, type TaskSet } from './holders.queries.ts';

interface Note {
  note?: string;
  /** True to record it even if the same people keep the task: for completed and archived tasks. */
  always?: boolean;
}

/** Records the current assignees of these tasks if they changed. Called after the change, in the same transaction. */
export function recordHolders(
  work: Work,
  set: TaskSet,
  source: HandoffSource,
  { note = '', always = false }: Note = {},
): void {
  work.trail(compileHandoffs(work.tx, set, { userid: work.caller.userid, source, note, always }));
}

/** Records the first assignees of a task, who are known. */
export function recordFirstHolders(work: Work, taskId: number, owners: readonly number[], source: HandoffSource): void {
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

import { ExtensionPoint } from '#platform/extensionPoint';
import type { Work } from '#platform/work';
import type { TaskRow } from '../tasks.queries.ts';

/** Called in the transaction that completes a task. */
export type OnCompletion = (work: Work, taskId: number) => Promise<void>;
export const completions = new ExtensionPoint<OnCompletion>();

type State = Pick<TaskRow, 'id' | 'complete_at'>;
/** Tells later modules of a change of a task if it has completed the task. */
export async function tellCompletion(work: Work, before: State, after: State): Promise<void> {
  if (before.complete_at || !after.complete_at) return;
  for (const tell of completions.of(work.app)) await tell(work, after.id);
}

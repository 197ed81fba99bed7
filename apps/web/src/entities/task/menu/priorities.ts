import { type PriorityAnswer, systemPriority } from '@atrium/contract/workspace/settings.ts';
import { client } from '#sync/session.ts';
import { orCached } from '#sync/store/lastAnswers.ts';

export type Priority = PriorityAnswer;

let known: Promise<Priority[]> | undefined;
/**
 * Returns the workspace's priorities, which are loaded once. After a failure they are loaded again, with the last known
 * ones meanwhile.
 */
export function priorities(): Promise<Priority[]> {
  const ask = () => client.api.call(systemPriority, {});
  known ??= orCached('priorities', () => ask().catch(again), []);
  return known;
}

function again(error: unknown): never {
  known = undefined;
  throw error;
}

/** Drops the cached priorities after they have changed. */
export function forgetPriorities(): void {
  known = undefined;
}

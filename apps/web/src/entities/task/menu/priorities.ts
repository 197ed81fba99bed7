import { type PriorityAnswer, systemPriority } from '@atrium/contract/workspace/system.ts';
import { client } from '#sync/session.ts';
import { orLast } from '#sync/store/lastAnswers.ts';

export type Priority = PriorityAnswer;

let known: Promise<Priority[]> | undefined;
/** The workspace's priorities, asked for once; again after a failure, until when they are those of last time. */
export function priorities(): Promise<Priority[]> {
  const ask = () => client.api.call(systemPriority, {});
  known ??= orLast('priorities', () => ask().catch(again), []);
  return known;
}

function again(error: unknown): never {
  known = undefined;
  throw error;
}

/** They are others from now on. */
export function forgetPriorities(): void {
  known = undefined;
}

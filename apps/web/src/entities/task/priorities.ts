import { type PriorityAnswer, systemPriority } from '@atrium/contract/system.ts';
import { client } from '#sync/session.ts';

export type Priority = PriorityAnswer;

let known: Promise<Priority[]> | undefined;
/** The workspace's priorities, asked for once; again after a failure. */
export function priorities(): Promise<Priority[]> {
  known ??= client.api.call(systemPriority, {}).catch(() => {
    known = undefined;
    return [];
  });
  return known;
}

/** They are others from now on. */
export function forgetPriorities(): void {
  known = undefined;
}

import type { Call } from '@atrium/contract/kit.ts';
import { dialogMutations } from '../dialogs/dialogActions.ts';
import { newTaskMutations } from '../projects/newTask.ts';
import { projectMutations } from '../projects/projectActions.ts';
import { fileMutations } from './fileActions.ts';
import { inboxMutations } from './inboxActions.ts';
import { locationMutations } from './locationActions.ts';
import type { Mutation } from './mutations.ts';
import { pollMutations } from './pollActions.ts';
import { recordMutations } from './recordActions.ts';

/** Every kind of change by its name, under which stored ones are found again. */
export const allMutations = {
  ...dialogMutations,
  ...fileMutations,
  ...recordMutations,
  ...inboxMutations,
  ...locationMutations,
  ...pollMutations,
  ...projectMutations,
  ...newTaskMutations,
} as unknown as Record<string, Mutation<Call, never>>;

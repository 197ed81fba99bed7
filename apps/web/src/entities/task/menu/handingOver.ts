import type { OutputOf } from '@atrium/contract/kit.ts';
import { type Handoff, handoffAssign, handoffLists, handoffOptions } from '@atrium/contract/projects/handoffs.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { create } from 'zustand';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export type HandoffOptions = OutputOf<typeof handoffOptions>;
export type { Handoff };

/** The task being handed over: set by its menu, read by a modal above the screens. */
export const useHandingOver = create<{ task: Task | null }>(() => ({ task: null }));
export const handOver = (task: Task): void => useHandingOver.setState({ task });
export const stopHandingOver = (): void => useHandingOver.setState({ task: null });

/** True to offer handing over. Heads of departments may do so too, but only the server knows who they are. */
export function mayHandOver(task: Task, isProjectOwner: boolean): boolean {
  if (client.setting?.project_task_handoff !== 'open') return false;
  if (task.is_guest || task.archived_at || task.complete_at) return false;
  const owners = task.task_user.filter((person) => person.owner === 1);
  if (isProjectOwner || owners.length === 0) return true;
  const me = client.user?.userid ?? 0;
  return client.setting.project_task_handoff_role === 'owner' && owners.some((person) => person.userid === me);
}

export const readHandoffs = (task_id: number, before_id = 0) =>
  client.api.read(handoffLists, { task_id, ...(before_id > 0 && { before_id }) });

export const readHandoffOptions = (task_id: number) => client.api.read(handoffOptions, { task_id });

/** Hands the task over. Returns the error text of a refusal. */
export async function assign(task: Task, owners: readonly number[], version: string, note: string): Promise<string> {
  try {
    await client.api.call(handoffAssign, { task_id: task.id, owners: [...owners], version, note });
    notify(t('handoff.done', { name: task.name }));
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}

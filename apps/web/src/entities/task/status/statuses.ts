import { choicesFor, currentItem, type FlowItem, mayLeaveStatus } from '@atrium/contract/projects/flows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { create } from 'zustand';
import { client } from '#sync/session.ts';
import { useRow } from '#sync/store/useStore.ts';
import type { Point } from '#ui/overlays/PointMenu.tsx';

const none: readonly FlowItem[] = [];

/** A project's workflow; empty if it has none. */
export const useFlow = (projectId: number): readonly FlowItem[] =>
  useRow('project', projectId)?.project_flow_item ?? none;

/** True if the task's list already shows its status: the only one that is bound to this list. */
export function useIsStatusOfList({ project_id, column_id, flow_item_id }: Task): boolean {
  const bound = useFlow(project_id).filter((item) => item.columnid === column_id);
  return bound.length === 1 && bound[0]?.id === flow_item_id;
}

const flowOf = (projectId: number) => client.store.get('project', projectId)?.project_flow_item ?? none;

/** The default color of each kind of status. */
const KINDS: Record<string, string> = {
  start: '#868e9c',
  progress: '#4c8df6',
  test: '#d9920a',
  end: '#2f9e5f',
};
export const statusColor = ({ status, color }: { status: string; color: string }) =>
  color || KINDS[status] || '#868e9c';

interface Picking {
  task: Task | null;
  at: Point;
}
/** The task whose next status is being chosen. */
export const usePickingStatus = create<Picking>(() => ({ task: null, at: { x: 0, y: 0 } }));
export const pickStatus = (task: Task, at: Point): void => usePickingStatus.setState({ task, at });
export const stopPicking = (): void => usePickingStatus.setState({ task: null });

/** True if the rules of the workflow lead from this status, once the task has it, back to its present one. */
export function leadsBack(task: Task, item: FlowItem): boolean {
  const items = flowOf(task.project_id);
  const before = currentItem(items, task);
  if (!before) return true;
  const isOwner = client.store.get('project', task.project_id)?.owner === 1;
  const after = { flow_item_id: item.id, complete_at: item.status === 'end' };
  return choicesFor(items, after).includes(before) && mayLeaveStatus(item, client.user?.userid ?? 0, isOwner);
}

/**
 * The effect of ticking a task with a workflow: the first end status (for a completed one: start status) it may change
 * to, or `ask` if there is none. Null without a workflow.
 */
export function tickedStatus(task: Task): FlowItem | 'ask' | null {
  const items = flowOf(task.project_id);
  if (items.length === 0) return null;
  const kind = task.complete_at ? 'start' : 'end';
  return choicesFor(items, task).find((item) => item.status === kind) ?? 'ask';
}

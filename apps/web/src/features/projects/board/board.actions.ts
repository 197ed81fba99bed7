import {
  addColumn as addColumnKind,
  addTask,
  moveCards,
  removeColumn as removeColumnKind,
  updateColumn,
} from '@atrium/client/projects/projectActions.ts';
import { type QuickTask, quickSpan } from '@atrium/client/projects/quickAdd.ts';
import { columnsOf, tasksOfColumn } from '@atrium/client/store/select.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import { dayTimes } from '#entities/task/times/times.actions.ts';
import { shownColumns } from '#features/projects/useProjectView.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { notify } from '#ui/overlays/notices.ts';

export const addColumn = (projectId: number, name: string) =>
  void client.mutate(addColumnKind, { project_id: projectId, name });
export const changeColumn = (columnId: number, fields: { name?: string; color?: string }) =>
  void client.mutate(updateColumn, { column_id: columnId, ...fields });
export const removeColumn = (columnId: number) => void client.mutate(removeColumnKind, { column_id: columnId });

interface CardOptions {
  content?: string;
  templateId?: number;
  isAtEnd?: boolean;
  /** Called if the server refuses the change, which a notice shows. */
  onRefused?: () => void;
}

/**
 * Adds a card at the head of its column, or after all open tasks; owned by its author unless another person was named.
 */
export function addCard(
  column: Column,
  task: QuickTask,
  { content = '', templateId = 0, isAtEnd = false, onRefused = () => {} }: CardOptions = {},
): void {
  const { name, owner, tags, priority } = task;
  const span = quickSpan(task, dayTimes());
  const input = {
    project_id: column.project_id,
    column_id: String(column.id),
    name,
    top: !isAtEnd,
    owner: owner.length > 0 ? owner : [client.user?.userid ?? 0],
    ...(tags.length > 0 && { task_tag: tags }),
    ...(priority && { p_level: priority.priority, p_name: priority.name, p_color: priority.color }),
    ...(span && { times: span.map(toWire) }),
    ...(content && { content }),
    ...(templateId > 0 && { template_id: templateId }),
  };
  client.mutate(addTask, input).catch(onRefused);
}

const openCards = (columnId: number) =>
  tasksOfColumn(client.store, columnId).filter((task) => !task.complete_at && task.id > 0);

/** Places a card before another one, or at the end; without a change nothing is sent. */
export function placeCard(taskId: number, columnId: number, before: number | null): void {
  const task = client.store.get('task', taskId);
  if (!task || task.id < 0) return;
  const ids = openCards(columnId).map((each) => each.id);
  const order = ids.filter((id) => id !== taskId);
  const index = before === null ? order.length : order.indexOf(before);
  order.splice(index < 0 ? order.length : index, 0, taskId);
  if (task.column_id === columnId && order.join() === ids.join()) return;
  const sort = [{ id: columnId, task: order }];
  if (task.column_id !== columnId)
    sort.push({
      id: task.column_id,
      task: openCards(task.column_id)
        .map((each) => each.id)
        .filter((id) => id !== taskId),
    });
  void client.mutate(moveCards, { project_id: task.project_id, sort });
}

/**
 * Moves a card one step: within the column, or to the head of the next visible one. Returns its position for screen
 * readers.
 */
export function moveCardOneStep(
  taskId: number,
  direction: 'up' | 'down' | 'left' | 'right',
  hidden: readonly number[] = [],
): { column: string; place: number } | null {
  const task = client.store.get('task', taskId);
  if (!task) return null;
  const columns = shownColumns(columnsOf(client.store, task.project_id), hidden);
  const cards = openCards(task.column_id).map((each) => each.id);
  const at = cards.indexOf(taskId);
  if (direction === 'up' && at > 0) placeCard(taskId, task.column_id, cards[at - 1] ?? null);
  if (direction === 'down' && at < cards.length - 1) placeCard(taskId, task.column_id, cards[at + 2] ?? null);
  if (direction === 'left' || direction === 'right') {
    const next = columns[columns.findIndex((column) => column.id === task.column_id) + (direction === 'left' ? -1 : 1)];
    if (next) placeCard(taskId, next.id, openCards(next.id)[0]?.id ?? null);
  }
  const moved = client.store.get('task', taskId);
  if (!moved) return null;
  const place = openCards(moved.column_id).findIndex((each) => each.id === taskId) + 1;
  return { column: columns.find((column) => column.id === moved.column_id)?.name ?? '', place };
}

export function placeColumn(projectId: number, columnId: number, beside: number, edge: 'left' | 'right'): void {
  const ids = columnsOf(client.store, projectId).map((column) => column.id);
  const order = ids.filter((id) => id !== columnId);
  order.splice(order.indexOf(beside) + (edge === 'right' ? 1 : 0), 0, columnId);
  if (order.join() === ids.join()) return;
  void client.mutate(moveCards, { project_id: projectId, sort: order.map((id) => ({ id })), only_column: true });
}

/** The draft in the line of a column. */
export const quickDraft = (columnId: number) => client.drafts.content(`q_${columnId}`);
/** Moves a deleted column's draft to the first column without one. */
export function moveQuickDraft({ id, name, project_id }: Column): void {
  const words = quickDraft(id);
  if (!words || client.store.get('column', id)) return;
  const heir = columnsOf(client.store, project_id).find((column) => !quickDraft(column.id));
  if (!heir) return;
  storeQuickDraft(heir.id, words);
  client.drafts.remove(`q_${id}`);
  notify(t('column.words_passed', { name, heir: heir.name }), { kind: 'news', stays: true });
}
export const storeQuickDraft = (columnId: number, name: string) => client.drafts.write(`q_${columnId}`, name);

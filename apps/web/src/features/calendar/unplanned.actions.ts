import { subtasksOf } from '@atrium/client/store/select.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { changeTask } from '#entities/task/task.actions.ts';
import { ownersOf, warnOfBusy } from '#entities/task/times/busy.ts';
import { planTask, workingSpan } from '#entities/task/times/times.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { notify } from '#ui/overlays/notices.ts';

const HOUR_MS = 3_600_000;

/** Plans a task without a time; with an undo unless that would change other tasks too. */
export async function planUnplanned(task: Task, span: readonly [Date, Date]): Promise<void> {
  const isAlone = changesOnly(task, span);
  if (!(await planTask(task, span))) return;
  const undo = { label: t('action.undo'), run: () => changeTask(task, { times: [] }) };
  notify(t('calendar.planned_note', { name: task.name }), isAlone ? { action: undo } : {});
  await warnOfBusy(task, ownersOf(task), span, true);
}

/** A task dropped on a day gets the workspace's hours, on an hour this hour. */
export function planDropped(taskId: number, at: Date, isDay: boolean): void {
  const task = client.store.get('task', taskId);
  if (!task) return;
  const nextDay = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1);
  void planUnplanned(task, isDay ? workingSpan(at, nextDay) : [at, new Date(at.getTime() + HOUR_MS)]);
}

/** A main task contains the times of its subtasks: the server adapts it, and clears theirs with its own. */
function changesOnly({ id, parent_id }: Task, [start, end]: readonly [Date, Date]): boolean {
  if (parent_id === 0) return subtasksOf(client.store, id).every((subtask) => !subtask.end_at);
  const main = client.store.get('task', parent_id);
  return Boolean(main?.start_at && main.end_at && main.start_at <= toWire(start) && main.end_at >= toWire(end));
}

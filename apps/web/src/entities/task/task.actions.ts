import { CallError } from '@atrium/client/api.ts';
import { addSubtask, addTask, archiveTask, removeTask, updateTask } from '@atrium/client/projectActions.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { projectLog } from '@atrium/contract/projects.ts';
import type { taskUpdate } from '@atrium/contract/tasks.ts';
import { type Task, taskContent, taskDialog } from '@atrium/contract/tasks.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/notices.ts';
import { justCompleted } from './justCompleted.ts';

const quietly = (answer: Promise<unknown>) => void answer.catch(() => undefined);

/** A task without an owner is claimed by whoever finishes it. */
export function toggleComplete(task: Task): void {
  const isDone = Boolean(task.complete_at);
  const me = client.user?.userid ?? 0;
  if (!isDone) justCompleted.add(task.id);
  const isUnowned = !task.task_user.some((person) => person.owner === 1);
  if (!isDone && isUnowned) quietly(client.mutate(updateTask, { task_id: task.id, owner: [me] }));
  quietly(
    client.mutate(updateTask, {
      task_id: task.id,
      complete_at: isDone ? false : new Date().toISOString().slice(0, 19).replace('T', ' '),
    }),
  );
  if (!isDone)
    notify(t('task.completed_note', { name: task.name }), {
      action: {
        label: t('action.undo'),
        run: () => quietly(client.mutate(updateTask, { task_id: task.id, complete_at: false })),
      },
    });
}

export const change = (task: Task, fields: Omit<InputOf<typeof taskUpdate>, 'task_id'>) =>
  quietly(client.mutate(updateTask, { task_id: task.id, ...fields }));

export const addSub = (task: Task, name: string) => quietly(client.mutate(addSubtask, { task_id: task.id, name }));

interface FromMessage {
  projectId: number;
  column: string;
  name: string;
  content: string;
}
/** A task of one's own, made of what somebody said. */
export function addFromMessage({ projectId, column, name, content }: FromMessage): void {
  const me = client.user?.userid ?? 0;
  const input = { project_id: projectId, column_id: column, name: name.trim(), content, owner: [me] };
  client.mutate(addTask, input).then(
    () => notify(t('task.made', { name: name.trim() })),
    () => undefined,
  );
}

export function remove(task: Task): void {
  quietly(client.mutate(removeTask, { task_id: task.id }));
  const undo = () => quietly(client.mutate(removeTask, { task_id: task.id, type: 'recovery' }));
  notify(t('task.removed_note', { name: task.name }), { action: { label: t('action.undo'), run: undo } });
}

export const unarchive = (task: Task) => quietly(client.mutate(archiveTask, { task_id: task.id, type: 'recovery' }));

export function archive(task: Task): void {
  quietly(client.mutate(archiveTask, { task_id: task.id }));
  const undo = () => unarchive(task);
  notify(t('task.archived_note', { name: task.name }), { action: { label: t('action.undo'), run: undo } });
}

/** Puts the task's own address on the clipboard. */
export async function copyTaskLink(id: number): Promise<void> {
  try {
    await navigator.clipboard.writeText(host.addressOf(`/single/task/${id}`));
    notify(t('action.copied'));
  } catch {
    notify(t('error.clipboard'), { kind: 'error' });
  }
}

export const loadTask = (id: number) => client.loadTask(id);

export async function readDescription(id: number): Promise<string> {
  const content = await client.api.call(taskContent, { task_id: id });
  return content.content ?? '';
}

/** The task's conversation, made on first use; 0 where it cannot be, which has been said. */
export async function openTaskChat(id: number): Promise<number> {
  try {
    const { dialog_id, dialog_data } = await client.api.call(taskDialog, { task_id: id });
    if (!client.store.get('dialog', dialog_id)) client.store.base.dialog.put(dialog_data);
    return dialog_id;
  } catch (error) {
    notify(error instanceof CallError ? error.msg : t('error.dialog_open'), { kind: 'error' });
    return 0;
  }
}

export const readLog = (taskId: number) => client.api.call(projectLog, { task_id: taskId, pagesize: 50 });

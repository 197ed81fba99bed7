import { CallError } from '@atrium/client/api.ts';
import {
  addSubtask,
  addTask,
  archiveTask,
  deleteTaskFile,
  removeTask,
  unrelateTasks,
  updateTask,
} from '@atrium/client/projects/projectActions.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { FlowItem } from '@atrium/contract/projects/flows.ts';
import { projectLog } from '@atrium/contract/projects/projects.ts';
import { taskBrowseSave, taskContentHistory } from '@atrium/contract/projects/taskExtras.ts';
import { type TaskRelation, taskFiledetail, taskFiles, taskRelated } from '@atrium/contract/projects/taskLinks.ts';
import type { taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { type Task, taskContent, taskDialog, taskReset } from '@atrium/contract/projects/tasks.ts';
import { host } from '#host/browser.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify, notifyUndo } from '#ui/overlays/notices.ts';
import type { Point } from '#ui/overlays/PointMenu.tsx';
import { justCompleted } from './status/justCompleted.ts';
import { leadsBack, pickStatus, tickedStatus } from './status/statuses.ts';

const undoing = (run: () => void) => ({ label: t('action.undo'), run });
/** Completes a task; one without an owner is claimed by this. Returns the fields that undo it. */
function finish(task: Task): { owner?: number[] } {
  justCompleted.add(task.id);
  const me = client.user?.userid ?? 0;
  const isUnowned = !task.task_user.some((person) => person.owner === 1);
  if (!isUnowned) return {};
  void client.mutate(updateTask, { task_id: task.id, owner: [me] });
  return { owner: [] };
}

/** Changes the status; an end status completes the task, with an undo, and leaving one reopens it. */
export function setStatus(task: Task, item: FlowItem): void {
  const isCompleting = item.status === 'end' && !task.complete_at;
  const unclaim = isCompleting ? finish(task) : {};
  const done = client.mutate(updateTask, { task_id: task.id, flow_item_id: item.id });
  if (!isCompleting) return void done;
  const undo = () => {
    if (leadsBack(task, item)) {
      void client.mutate(updateTask, { task_id: task.id, ...stateBefore(task, item), ...unclaim });
    } else void restoreBefore(task, item, done, unclaim);
  };
  notifyUndo(done, t('task.completed_note', { name: task.name }), undoing(undo));
}

/** The fields that undo a change to this status, which may have moved the task to its column and assigned people. */
function stateBefore(task: Task, { columnid, userids }: FlowItem) {
  const of = (role: 0 | 1) => task.task_user.filter((person) => person.owner === role).map((person) => person.userid);
  return {
    // A task that is older than its workflow had no status, so it reopens with the first one.
    ...(task.flow_item_id ? { flow_item_id: task.flow_item_id } : { complete_at: false }),
    ...(columnid > 0 && { column_id: task.column_id }),
    ...(userids.length > 0 && { owner: of(1), assist: of(0) }),
  };
}

/**
 * Undoes a change of status from which the workflow does not lead back. It restores the state of the log entry, which
 * may undo more.
 */
async function restoreBefore(task: Task, item: FlowItem, done: Promise<Task>, unclaim: object): Promise<void> {
  const id = (await done.catch(() => null))?.id ?? 0;
  // The change was refused, and the error was shown.
  if (id === 0) return;
  try {
    const mainId = task.parent_id || id;
    const { data } = await readLog(mainId, 1);
    const entry = data.find(({ word, record: { subtask } }) => {
      const stepped = (subtask as { id?: number } | undefined)?.id ?? mainId;
      return word === 'task.flow' && stepped === id;
    });
    // Without the entry the change is tried, and the server says which rule prevents it.
    if (!entry) return changeTask({ ...task, id }, stateBefore(task, item));
    await client.api.call(taskReset, { task_id: id, id: entry.id });
    const isMoved = task.parent_id === 0 && item.columnid > 0 && item.columnid !== task.column_id;
    const rest = { ...(isMoved && { column_id: task.column_id }), ...unclaim };
    if (Object.keys(rest).length > 0) void client.mutate(updateTask, { task_id: id, ...rest });
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
  }
}

/** Completes or reopens a task; if its workflow leads to none of that kind, `at` is where to ask for a status. */
export function toggleComplete(task: Task, at: Point = { x: innerWidth / 2, y: innerHeight / 3 }): void {
  const status = tickedStatus(task);
  if (status === 'ask') return pickStatus(task, at);
  if (status) return setStatus(task, status);
  const isDone = Boolean(task.complete_at);
  const unclaim = isDone ? {} : finish(task);
  const done = client.mutate(updateTask, {
    task_id: task.id,
    complete_at: isDone ? false : nowDate().toISOString().slice(0, 19).replace('T', ' '),
  });
  const undo = () => void client.mutate(updateTask, { task_id: task.id, complete_at: false, ...unclaim });
  if (!isDone) notifyUndo(done, t('task.completed_note', { name: task.name }), undoing(undo));
}

export const changeTask = (task: Task, fields: Omit<InputOf<typeof taskUpdate>, 'task_id'>) =>
  void client.mutate(updateTask, { task_id: task.id, ...fields });

/** `onRefused` is called if the server refuses it; its name then becomes a draft again. */
export const addSub = (task: Task, name: string, onRefused = () => {}) =>
  void client.mutate(addSubtask, { task_id: task.id, name }).catch(onRefused);

interface FromMessage {
  dialogId: number;
  projectId: number;
  column: string;
  name: string;
  content: string;
}
/** Creates a task of one's own from a message. */
export function addFromMessage({ dialogId, projectId, column, name, content }: FromMessage): void {
  const me = client.user?.userid ?? 0;
  const input = {
    project_id: projectId,
    column_id: column,
    name: name.trim(),
    content,
    owner: [me],
    from_dialog_id: dialogId,
  };
  client.mutate(addTask, input).then(
    () => notify(t('task.made', { name: name.trim() })),
    () => undefined,
  );
}

export function remove(task: Task): void {
  const done = client.mutate(removeTask, { task_id: task.id });
  const undo = () => void client.mutate(removeTask, { task_id: task.id, type: 'recovery' });
  notifyUndo(done, t('task.removed_note', { name: task.name }), undoing(undo));
}

export const unarchive = (task: Task) => void client.mutate(archiveTask, { task_id: task.id, type: 'recovery' });

export function archive(task: Task): void {
  const done = client.mutate(archiveTask, { task_id: task.id });
  const undo = () => unarchive(task);
  notifyUndo(done, t('task.archived_note', { name: task.name }), undoing(undo));
}

/** Copies the task's own address. */
export const openTaskWindow = (id: number): void => host.openWindow(`/single/task/${id}`);

export async function copyTaskLink(id: number): Promise<void> {
  try {
    await navigator.clipboard.writeText(host.addressOf(`/single/task/${id}`));
    notify(t('action.copied'));
  } catch {
    notify(t('error.clipboard'), { kind: 'error' });
  }
}

/** Records the view for `users/task/browse`. */
export async function loadTask(id: number): Promise<void> {
  await client.opened.loadTask(id);
  void client.api.call(taskBrowseSave, { task_id: id });
}

/** The current description, or an earlier version. */
export async function readDescription(id: number, version = 0): Promise<{ html: string; by: number }> {
  const { content = '', userid = 0 } = await client.api.read(taskContent, {
    task_id: id,
    ...(version > 0 && { history_id: version }),
  });
  return { html: content, by: userid };
}

export const readVersions = async (id: number) => (await client.api.read(taskContentHistory, { task_id: id })).data;

/**
 * The task's conversation, created on first use; 0 if that fails, after showing the error. `isGuest`: no error is
 * shown.
 */
export async function openTaskChat(id: number, isGuest = false): Promise<number> {
  try {
    const { dialog_id, dialog_data } = await client.api.call(taskDialog, { task_id: id });
    // The person's own conversations are known. That of another task is open here without membership, and counts in no
    // list.
    if (!client.store.get('dialog', dialog_id)) client.store.base.dialog.put({ ...dialog_data, is_onlooker: true });
    return dialog_id;
  } catch (error) {
    if (!isGuest) notify(error instanceof CallError ? error.msg : t('error.dialog_open'), { kind: 'error' });
    return 0;
  }
}

export const readRelated = async (id: number) => (await client.api.read(taskRelated, { task_id: id })).list;

/** Undo does not affect it: the next text that mentions the other task relates them again. */
export function unrelate({ task_id, related_task_id, task }: TaskRelation): void {
  client.mutate(unrelateTasks, { task_id, related_task_id }).then(
    () => notify(t('related.removed', { name: task.name })),
    () => undefined,
  );
}

export const readFiles = (id: number) => client.api.read(taskFiles, { task_id: id });

export const readFile = (file_id: number) => client.api.read(taskFiledetail, { file_id });

export const deleteFile = (file_id: number) => void client.mutate(deleteTaskFile, { file_id });

const LOG_PAGE = 20;
export const readLog = (taskId: number, page: number) =>
  client.api.call(projectLog, { task_id: taskId, page, pagesize: LOG_PAGE });

/** Restores a task to the state before a status change, after confirmation. */
export async function resetTask(task_id: number, id: number): Promise<void> {
  const isSure = await askFirst({ title: t('log.reset'), text: t('log.reset_ask'), action: t('log.reset') });
  if (isSure)
    await client.api
      .call(taskReset, { task_id, id })
      .catch((error: unknown) => notify(wordsOf(error), { kind: 'error' }));
}

import type { Dialog } from '@atrium/contract/chat/dialogs.ts';
import * as dialogs from '@atrium/contract/chat/dialogs.ts';
import type { Message } from '@atrium/contract/chat/messages.ts';
import * as messages from '@atrium/contract/chat/messages.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { type Column, columnLists, projectOne } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import * as tasks from '@atrium/contract/projects/tasks.ts';
import { dequal } from 'dequal/lite';
import { type Api, CallError } from '../api.ts';
import { forgetDialog, putDialog, takeCounters } from '../store/dialogEvents.ts';
import { forgetProject } from '../store/projectEvents.ts';
import { isInLists } from '../store/select.ts';
import { putTask } from '../store/taskEvents.ts';
import type { Refetch, Scene } from './frames.ts';

const PAGE = 25;
const TASKS_PER_PAGE = 2000;
/**
 * The tasks of the first page: more than a screen shows, and few enough to arrive at once; 2,000 are 1.7 MB of JSON.
 */
const FIRST_TASKS = 400;
/** The number of pages after which the person is asked to continue. */
const PAGES_AT_ONCE = 30;

/** Decides if loading continues after this many tasks of a project. */
export type ConfirmMore = (projectId: number, loaded: number) => Promise<boolean>;
/**
 * A position beyond all messages. It requests the newest page without opening the dialog, which would clear its unread
 * flag.
 */
const NEWEST = 2147483647;

type Place = Pick<InputOf<typeof messages.msgList>, 'position_id' | 'prev_id' | 'next_id'>;
type MessagePage = OutputOf<typeof messages.msgList>;

export const fetchMessages = (api: Api, dialog_id: number, place: Place = {}): Promise<MessagePage> =>
  api.read(messages.msgList, { dialog_id, ...place, pagesize: PAGE });

/** A page replaces what was known between its neighbors. */
export function takeMessages(scene: Scene, dialogId: number, place: Place, page: MessagePage): void {
  if (page.dialog) takeOpenDialog(scene, page.dialog);
  const [newest, oldest] = [page.list[0], page.list.at(-1)];
  const isTail = !place.position_id && (!place.prev_id || place.prev_id === NEWEST);
  if (!newest || !oldest) {
    // An empty page of the newest messages, or around a position, means that there are none at all. An empty page of
    // older messages means that the beginning is reached.
    const to = isTail || place.position_id ? Infinity : (place.prev_id ?? 0);
    takeStretch(scene, dialogId, place.next_id ?? 0, to, []);
    return;
  }
  const from = oldest.prev_id ? oldest.prev_id + 1 : 0;
  const to = newest.next_id ? newest.next_id - 1 : Infinity;
  takeStretch(scene, dialogId, from, to, page.list);
}

function takeStretch(
  { base, store }: Scene,
  dialogId: number,
  from: number,
  to: number,
  list: readonly Message[],
): void {
  const ids = new Set(list.map((message) => message.id));
  for (const { id } of store.baseMessagesOf(dialogId))
    if (id >= from && id <= to && !ids.has(id)) base.message.remove(id);
  for (const { prev_id: _prev, next_id: _next, ...message } of list) base.message.put(message);
  const before = store.windows.of(dialogId);
  store.windows.add(dialogId, { from, to });
  if (!dequal(before, store.windows.of(dialogId))) store.stretched();
}

/** A dialog that is opened without being in the list is viewed without membership. */
function takeOpenDialog(scene: Scene, dialog: Dialog): void {
  const known = scene.base.dialog.get(dialog.id);
  putDialog(scene, dialog);
  if (!known || known.is_onlooker) scene.base.dialog.patch(dialog.id, { is_onlooker: true });
}

/**
 * Fetches all tasks of a project. `begin` gets the newest ones first if there are more, so that a large project is
 * shown before all are loaded.
 */
export async function fetchTasks(
  api: Api,
  project_id: number,
  goOn: ConfirmMore,
  begin?: (list: readonly Task[]) => void,
): Promise<Task[]> {
  if (begin) {
    const first = await api.read(tasks.taskLists, { project_id, page: 1, pagesize: FIRST_TASKS });
    if (!first.next_page_url) return first.data;
    begin(first.data);
  }
  const read = (page: number) => api.read(tasks.taskLists, { project_id, page, pagesize: TASKS_PER_PAGE });
  const all: Task[] = [];
  let total = 0;
  for (let page = 1; ; page++) {
    const answer = await read(page);
    all.push(...answer.data);
    // If tasks were removed or archived since the previous page, the next ones have moved up into it, so it is read
    // again.
    if (answer.total < total) all.push(...(await read(page - 1)).data);
    total = answer.total;
    if (!answer.next_page_url) return all;
    if (page % PAGES_AT_ONCE === 0 && !(await goOn(project_id, all.length))) return all;
  }
}

/** Applies all unarchived tasks of a project. */
export function takeTasks(scene: Scene, projectId: number, list: readonly Task[]): void {
  const { base } = scene;
  const project = base.project.get(projectId);
  if (!project) return;
  const ids = new Set(list.map((task) => task.id));
  for (const task of [...base.task.all()]) {
    if (task.project_id === projectId && !task.archived_at && isInLists(task, project) && !ids.has(task.id))
      base.task.remove(task.id);
  }
  putTasks(scene, projectId, list);
}

/** Applies some of the tasks; other known tasks stay. */
export function putTasks(scene: Scene, projectId: number, list: readonly Task[]): void {
  if (!scene.base.project.get(projectId)) return;
  for (const task of list) putTask(scene, task);
}

function takeColumns({ base }: Scene, projectId: number, list: readonly Column[]): void {
  const ids = new Set(list.map((column) => column.id));
  for (const column of [...base.column.all()]) {
    if (column.project_id === projectId && !ids.has(column.id)) base.column.remove(column.id);
  }
  for (const column of list) base.column.put(column);
}

/**
 * Loads a project that the caller sees as a head of departments, with its columns; such projects are loaded when they
 * are opened. Null for other projects.
 *
 * @throws CallError
 */
export async function fetchHeaded(api: Api, id: number): Promise<((scene: Scene) => void) | null> {
  const project = await api.read(projectOne, { project_id: id });
  if (!project.department_readonly) return null;
  const columns = await api.read(columnLists, { project_id: id, pagesize: 200 });
  return (scene) => {
    scene.base.project.put(project);
    takeColumns(scene, id, columns.data);
  };
}

/** Applies an answer: `apply`, then the events since the request again. */
export type ApplyAnswer = (fetchAndApply: () => Promise<(scene: Scene) => void>) => Promise<void>;

/** Runs requests caused by events; see `Refetch`. */
export function refetchRunner(
  api: Api,
  settle: ApplyAnswer,
  goOn: ConfirmMore,
): (refetch: Refetch, id: number) => Promise<void> {
  const runs: Record<Refetch, (id: number) => Promise<(scene: Scene) => void>> = {
    dialog: async (id) => {
      const dialog = await api.read(dialogs.dialogOne, { dialog_id: id });
      return (scene) => {
        if (scene.gone.dialogs.has(id)) return;
        putDialog(scene, dialog);
        scene.base.dialog.patch(id, { is_onlooker: false });
      };
    },
    unread: async (id) => {
      const counters = await api.read(messages.msgUnread, { dialog_id: id });
      return (scene) => takeCounters(scene, counters);
    },
    project: async (id) => {
      const project = await api.read(projectOne, { project_id: id });
      return ({ base }) => {
        if (base.project.get(id)) base.project.put(project);
      };
    },
    tasks: async (id) => {
      // Columns are loaded too, because a column that was added while the caller joined was announced to earlier
      // members only.
      const columns = await api.read(columnLists, { project_id: id, pagesize: 200 });
      const list = await fetchTasks(api, id, goOn);
      return (scene) => {
        if (scene.base.project.get(id)) takeColumns(scene, id, columns.data);
        takeTasks(scene, id, list);
      };
    },
    page: async (id) => {
      const place = { prev_id: NEWEST };
      const page = await fetchMessages(api, id, place);
      return (scene) => {
        if (!scene.gone.dialogs.has(id)) takeMessages(scene, id, place, page);
      };
    },
    message: async (id) => {
      const message = await api.read(messages.msgOne, { msg_id: id });
      return ({ base }) => {
        const { percentage } = message;
        if (base.message.get(id)) base.message.put(message);
        const dialog = base.dialog.get(message.dialog_id);
        if (dialog?.last_msg?.id === id && dialog.last_msg.userid === message.userid) {
          base.dialog.patch(dialog.id, { last_msg: { ...dialog.last_msg, percentage } });
        }
      };
    },
  };
  return async (refetch, id) => {
    await settle(async () => {
      try {
        return await runs[refetch](id);
      } catch (error) {
        if (error instanceof CallError && !error.isLost) return (scene) => forgetBy(scene, error);
        throw error;
      }
    });
  };
}

/** Removes what the server reports as deleted, or as not accessible anymore. */
export function forgetBy(scene: Scene, error: CallError): void {
  const id = (name: string) => Number(error.data[name] ?? 0);
  switch (error.code) {
    case 'project.gone':
      return forgetProject(scene, id('project_id'));
    case 'task.gone':
      // Its subtasks stay, because the person may still see them; a deletion is an event with all their ids.
      return scene.base.task.remove(id('task_id'));
    case 'dialog.gone':
      return forgetDialog(scene, id('dialog_id'));
  }
}

import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { isToday, type WireClock } from '../live/wireClock.ts';
import { inOrder } from '../projects/taskFilter.ts';
import type { Drafts } from '../sending/drafts.ts';
import type { ClientDialog, ClientMessage } from './rows.ts';
import type { Store } from './store.ts';

const desc = (a: string | null, b: string | null) => ((a ?? '') < (b ?? '') ? 1 : (a ?? '') > (b ?? '') ? -1 : 0);

/** The dialogs of the list: pinned ones first, the latest pin on top; then to-dos, then drafts, then the latest. */
export function dialogList(store: Store, drafts?: Drafts): ClientDialog[] {
  const draftTime = (dialog: ClientDialog) => {
    const draft = drafts?.get(String(dialog.id));
    return draft?.tag ? draft.time : 0;
  };
  return store
    .all('dialog')
    .filter((dialog) => !dialog.is_onlooker && dialog.hide === 0)
    .sort(
      (a, b) =>
        desc(a.top_at, b.top_at) ||
        b.todo_num - a.todo_num ||
        draftTime(b) - draftTime(a) ||
        desc(a.last_at ?? a.created_at, b.last_at ?? b.created_at) ||
        b.id - a.id,
    );
}

/** A dialog's contribution to the badge: for a muted one only mentions and marks. */
export function badgeOf(dialog: ClientDialog): number {
  if (dialog.is_onlooker) return 0;
  if (dialog.silence) return dialog.mention || dialog.mark_unread;
  return dialog.unread || dialog.mention || dialog.mark_unread;
}
export const totalBadge = (store: Store): number =>
  store.all('dialog').reduce((sum, dialog) => sum + badgeOf(dialog), 0);

/** The projects of the person: pinned ones first, then the newest. */
export const projectList = (store: Store): Project[] =>
  store
    .all('project')
    .filter((project) => !project.department_readonly)
    .sort((a, b) => desc(a.top_at, b.top_at) || b.id - a.id);

export const columnsOf = (store: Store, projectId: number): Column[] =>
  store
    .all('column')
    .filter((column) => column.project_id === projectId)
    .sort((a, b) => a.sort - b.sort || idOrder(a.id) - idOrder(b.id));

/** The order of ids. Temporary ones are the newest. */
const idOrder = (id: number) => (id < 0 ? 1e12 - id : id);

/** True if a task is in the lists of its project: a task read as a guest is not, unless all of the project is. */
export const isInLists = (task: Task, project: Project | undefined): boolean =>
  !task.is_guest || project?.department_readonly === true;

/** A column's cards: open ones by rank, completed ones after them, the last completed at the end. */
export function tasksOfColumn(store: Store, columnId: number): Task[] {
  const project = store.get('project', store.get('column', columnId)?.project_id ?? 0);
  const cards = store
    .all('task')
    .filter((task) => task.column_id === columnId && task.parent_id === 0 && !task.archived_at)
    .filter((task) => isInLists(task, project));
  const open = cards
    .filter((task) => !task.complete_at)
    .sort((a, b) => a.sort - b.sort || idOrder(a.id) - idOrder(b.id));
  const done = cards
    .filter((task) => task.complete_at)
    .sort((a, b) => -desc(a.complete_at, b.complete_at) || a.id - b.id);
  return [...open, ...done];
}

/**
 * A version that changes when something in a project is archived, deleted or restored, so that lists of these reload.
 */
export function hiddenTasksVersion(store: Store, projectId: number): string {
  const tasks = store.all('task').filter((task) => task.project_id === projectId && task.id > 0);
  return `${tasks.length}.${tasks.filter((task) => task.archived_at).length}`;
}

/** A project's unarchived main tasks, as in its lists. */
export function tasksOfProject(store: Store, projectId: number): Task[] {
  const project = store.get('project', projectId);
  return store
    .all('task')
    .filter((task) => task.project_id === projectId && task.parent_id === 0 && !task.archived_at)
    .filter((task) => isInLists(task, project));
}

/** The number of a project's tasks on this device, counted like `task_num`: with subtasks, without archived ones. */
export const storedTasks = (store: Store, projectId: number): number =>
  store.all('task').filter((task) => task.project_id === projectId && !task.archived_at).length;

export const subtasksOf = (store: Store, taskId: number): Task[] =>
  store
    .all('task')
    .filter((task) => task.parent_id === taskId)
    .sort((a, b) => idOrder(a.id) - idOrder(b.id));

/** The number of the reader's open subtasks, by main task. */
export function ownParts(store: Store): ReadonlyMap<number, number> {
  const parts = new Map<number, number>();
  for (const { parent_id, owner, complete_at, archived_at } of store.all('task')) {
    if (parent_id > 0 && owner === 1 && !complete_at && !archived_at)
      parts.set(parent_id, (parts.get(parent_id) ?? 0) + 1);
  }
  return parts;
}

export interface Dashboard {
  overdue: Task[];
  today: Task[];
  todo: Task[];
  /** Tasks that begin later, in none of the other groups, by start. */
  upcoming: Task[];
  /** Tasks that I help with and do not own; by due date, those without one last. */
  assist: Task[];
}

/**
 * My tasks by urgency. `justCompleted`: ids completed here that stay listed until cleared; they do not count
 * (`complete_at` tells them apart).
 */
export function dashboard(store: Store, clock: WireClock, justCompleted: ReadonlySet<number> = new Set()): Dashboard {
  const { now } = clock;
  const isListed = (task: Task) => !task.archived_at && (!task.complete_at || justCompleted.has(task.id));
  const isLater = (task: Task) => Boolean(task.start_at && task.start_at > now);
  const listed = store.all('task').filter(isListed);
  const shown = listed.filter((task) => !isLater(task));
  const byEnd = (a: Task, b: Task) => inOrder(a.end_at ?? '9', b.end_at ?? '9') || a.id - b.id;
  const mine = shown.filter((task) => task.owner === 1).sort(byEnd);
  return {
    overdue: mine.filter((task) => bucketOf(task, clock) === 'overdue'),
    today: mine.filter((task) => bucketOf(task, clock) === 'today'),
    todo: mine.filter((task) => bucketOf(task, clock) === 'todo'),
    upcoming: listed
      .filter((task) => task.owner === 1 && isLater(task))
      .sort((a, b) => inOrder(a.start_at ?? '', b.start_at ?? '') || a.id - b.id),
    assist: shown.filter((task) => task.assist === 1 && task.owner !== 1).sort(byEnd),
  };
}

function bucketOf(task: Task, clock: WireClock): 'overdue' | 'today' | 'todo' {
  if (!task.end_at) return 'todo';
  if (task.end_at <= clock.now) return 'overdue';
  return isToday(task.end_at, clock) ? 'today' : 'todo';
}

/** The number of due tasks by urgency: enough for a badge, and updated with every change of a task. */
export function dueCounts(store: Store, clock: WireClock): { overdue: number; today: number; todo: number } {
  const counts = { overdue: 0, today: 0, todo: 0 };
  for (const task of store.all('task')) {
    if (task.owner !== 1 || task.archived_at || task.complete_at) continue;
    if (task.start_at && task.start_at > clock.now) continue;
    counts[bucketOf(task, clock)] += 1;
  }
  return counts;
}

/** The time until the dashboard's groups are recomputed, from the current second of the minute. */
export const dashboardTickMs = (seconds: number) => Math.min(30, 60 - seconds) * 1000;

export interface MessageWindow {
  /** The messages, oldest first, without a gap. */
  messages: readonly ClientMessage[];
  hasOlder: boolean;
  hasNewer: boolean;
  isLoaded: boolean;
}

/** The loaded range of a dialog around a message, or at its live end; pending messages belong to the live end. */
export function messageWindow(store: Store, dialogId: number, anchor?: number): MessageWindow {
  const all = store.messagesOf(dialogId);
  const stretch = anchor === undefined ? store.windows.live(dialogId) : store.windows.around(dialogId, anchor);
  if (!stretch)
    return { messages: all.filter((message) => message.id < 0), hasOlder: false, hasNewer: false, isLoaded: false };
  const isLive = stretch.to === Infinity;
  const session = store.get('dialog', dialogId)?.session_id ?? 0;
  const isInside = ({ id, session_id }: ClientMessage) =>
    id < 0 ? isLive : id >= stretch.from && id <= stretch.to && (session === 0 || session_id === session);
  const messages = all.every(isInside) ? all : all.filter(isInside);
  return { messages, hasOlder: stretch.from > 0, hasNewer: !isLive, isLoaded: true };
}

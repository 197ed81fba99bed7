import { decodeStatus } from '@atrium/contract/projects/flows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { isToday, type WireClock } from '../live/wireClock.ts';

/** Which of a project's tasks to show. */
export interface TaskFilter {
  text: string;
  kind: 'all' | 'mine' | 'helping' | 'unplanned' | 'overdue' | 'today' | 'week' | 'completed';
  /** Tasks that this person owns; 0 = anybody's. */
  userid: number;
  tag: string;
  /** Tasks with this status, completed ones too for an end status; 0 = any. */
  status: number;
  withCompleted: boolean;
}

export const unfiltered: TaskFilter = { text: '', kind: 'all', userid: 0, tag: '', status: 0, withCompleted: true };

export const isNarrow = (filter: TaskFilter) =>
  filter.text.trim() !== '' || filter.kind !== 'all' || filter.userid > 0 || filter.tag !== '' || filter.status > 0;

const isOwnedBy = (task: Task, userid: number) =>
  task.task_user.some((person) => person.userid === userid && person.owner === 1);

function isOfKind(task: Task, kind: TaskFilter['kind'], clock: WireClock): boolean {
  switch (kind) {
    case 'mine':
      return task.owner === 1;
    case 'helping':
      return task.assist === 1 && task.owner !== 1;
    case 'unplanned':
      return !task.end_at;
    case 'overdue':
      return !task.complete_at && task.end_at !== null && task.end_at <= clock.now;
    case 'today':
      return isToday(task.end_at, clock);
    case 'week':
      return task.end_at !== null && task.end_at >= clock.dayStart && task.end_at <= clock.weekEnd;
    case 'completed':
      return task.complete_at !== null;
    default:
      return true;
  }
}

/** A changed row is a new object, so cached data is never stale. */
const heaps = new WeakMap<Task, string>();
function heapOf(task: Task): string {
  let heap = heaps.get(task);
  if (heap === undefined) {
    const tags = task.task_tag.map((tag) => tag.name).join(' ');
    heap = `#${task.id} ${task.name} ${task.desc} ${tags}`.toLowerCase();
    heaps.set(task, heap);
  }
  return heap;
}

let asked = { text: '', words: [] as readonly string[] };
/** Split once for all tasks of a search. */
function wordsOf(text: string): readonly string[] {
  if (asked.text !== text) asked = { text, words: text.toLowerCase().split(/\s+/).filter(Boolean) };
  return asked.words;
}

/** The id, name, description excerpt or a tag contains the words, each in any of them. */
const hasWords = (task: Task, text: string): boolean => wordsOf(text).every((word) => heapOf(task).includes(word));

export const passes = (task: Task, filter: TaskFilter, clock: WireClock): boolean =>
  (filter.withCompleted || filter.status > 0 || filter.kind === 'completed' || !task.complete_at) &&
  (filter.status === 0 || task.flow_item_id === filter.status) &&
  isOfKind(task, filter.kind, clock) &&
  (filter.userid === 0 || isOwnedBy(task, filter.userid)) &&
  (filter.tag === '' || task.task_tag.some((tag) => tag.name === filter.tag)) &&
  hasWords(task, filter.text);

export interface FilterChoices {
  kinds: Record<TaskFilter['kind'], number>;
  /** Owners of open tasks, the viewer first, then by number. */
  people: { userid: number; count: number }[];
  tags: { name: string; color: string; count: number }[];
  /** Of all tasks, not only open ones. */
  statuses: { id: number; name: string; status: string; color: string; count: number }[];
  completed: number;
}

export const KINDS = ['all', 'mine', 'helping', 'overdue', 'today', 'week', 'unplanned', 'completed'] as const;

/** The choices, each with its number of open tasks, or of completed ones. */
export function choicesOf(tasks: readonly Task[], me: number, clock: WireClock): FilterChoices {
  const open = tasks.filter((task) => !task.complete_at);
  const people = new Map<number, number>();
  const tags = new Map<string, { name: string; color: string; count: number }>();
  const statuses = new Map<number, FilterChoices['statuses'][number]>();
  for (const task of tasks) {
    if (task.flow_item_id === 0) continue;
    const known = statuses.get(task.flow_item_id);
    const count = (known?.count ?? 0) + 1;
    statuses.set(task.flow_item_id, { id: task.flow_item_id, ...decodeStatus(task.flow_item_name), count });
  }
  for (const task of open) {
    for (const { userid, owner } of task.task_user) if (owner === 1) people.set(userid, (people.get(userid) ?? 0) + 1);
    for (const { name, color } of task.task_tag) {
      tags.set(name, { name, color, count: (tags.get(name)?.count ?? 0) + 1 });
    }
  }
  const isMe = (userid: number) => Number(userid === me);
  return {
    kinds: Object.fromEntries(
      KINDS.map((kind) => [
        kind,
        (kind === 'completed' ? tasks : open).filter((task) => isOfKind(task, kind, clock)).length,
      ]),
    ) as FilterChoices['kinds'],
    people: [...people]
      .map(([userid, count]) => ({ userid, count }))
      .sort((a, b) => isMe(b.userid) - isMe(a.userid) || b.count - a.count || a.userid - b.userid),
    tags: [...tags.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name)),
    statuses: [...statuses.values()].sort((a, b) => a.id - b.id),
    completed: tasks.length - open.length,
  };
}

export interface TaskSort {
  by: 'due' | 'priority';
  isDescending: boolean;
}

const FAR = '9';
/** For wire times, not words: locale-aware comparison would take ten times as long. */
export const inOrder = (a: string, b: string) => (a < b ? -1 : Number(a > b));
/** No priority comes after all others. */
const levelOf = (task: Task) => task.p_level || Number.MAX_SAFE_INTEGER;

/** Without a date last, in both directions; ties by level, then by age. */
export function compareTasks(a: Task, b: Task, { by, isDescending }: TaskSort): number {
  const direction = isDescending ? -1 : 1;
  const byDue =
    !a.end_at || !b.end_at ? inOrder(a.end_at ?? FAR, b.end_at ?? FAR) : direction * inOrder(a.end_at, b.end_at);
  const byLevel = levelOf(a) - levelOf(b);
  return by === 'due' ? byDue || byLevel || a.id - b.id : direction * byLevel || byDue || a.id - b.id;
}

export type Section = 'mine' | 'assist' | 'open' | 'completed';

/** A project's main tasks in the groups of its table; completed ones by time, latest first. */
export function sectionsOf(tasks: readonly Task[], sort: TaskSort): Record<Section, Task[]> {
  const sections: Record<Section, Task[]> = { mine: [], assist: [], open: [], completed: [] };
  for (const task of tasks) {
    const section = task.complete_at ? 'completed' : task.owner === 1 ? 'mine' : task.assist === 1 ? 'assist' : 'open';
    sections[section].push(task);
  }
  for (const section of ['mine', 'assist', 'open'] as const) sections[section].sort((a, b) => compareTasks(a, b, sort));
  sections.completed.sort((a, b) => inOrder(b.complete_at ?? '', a.complete_at ?? '') || b.id - a.id);
  return sections;
}

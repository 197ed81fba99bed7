import { decodeStatus } from '@atrium/contract/projects/flows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { isToday, type WireClock } from '../live/wireClock.ts';

export const FILTER_FIELDS = ['due', 'owner', 'helper', 'status', 'priority', 'tag', 'creator'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/**
 * One of the values, or with `isNot` none of them. Values are ids, levels, names of tags, the words of `DUE` and `STATE`,
 * and '' for tasks that have nothing in the field.
 */
export interface Condition {
  field: FilterField;
  isNot: boolean;
  values: readonly string[];
}
export const DUE = ['overdue', 'today', 'week'] as const;
/** Statuses that every project has, beside those of its workflow. */
export const STATE = ['open', 'completed'] as const;

/** The filter of a project's tasks: a task must meet all conditions. */
export interface TaskFilter {
  text: string;
  /** The conditions, at most one of each field. */
  conditions: readonly Condition[];
  withCompleted: boolean;
}

export const unfiltered: TaskFilter = { text: '', conditions: [], withCompleted: true };

export const isNarrow = ({ text, conditions }: TaskFilter) => text.trim() !== '' || conditions.length > 0;

const peopleOf = (task: Task, isOwner: number) => task.task_user.filter(({ owner }) => owner === isOwner);

function isDue(task: Task, value: string, clock: WireClock): boolean {
  switch (value) {
    case 'overdue':
      return !task.complete_at && task.end_at !== null && task.end_at <= clock.now;
    case 'today':
      return isToday(task.end_at, clock);
    case 'week':
      return task.end_at !== null && task.end_at >= clock.dayStart && task.end_at <= clock.weekEnd;
    default:
      return value === '' && !task.end_at;
  }
}

/** The values of a task in a field, apart from dates; '' = none. */
function valuesOf(task: Task, field: Exclude<FilterField, 'due'>): readonly string[] {
  const orNone = (values: readonly string[]) => (values.length > 0 ? values : ['']);
  switch (field) {
    case 'owner':
      return orNone(peopleOf(task, 1).map(({ userid }) => String(userid)));
    case 'helper':
      return orNone(peopleOf(task, 0).map(({ userid }) => String(userid)));
    case 'creator':
      return [String(task.userid)];
    case 'status':
      return [task.complete_at ? 'completed' : 'open', ...(task.flow_item_id ? [String(task.flow_item_id)] : [])];
    case 'priority':
      return [task.p_level ? String(task.p_level) : ''];
    case 'tag':
      return orNone(task.task_tag.map(({ name }) => name));
  }
}

const has = (task: Task, field: FilterField, value: string, clock: WireClock): boolean =>
  field === 'due' ? isDue(task, value, clock) : valuesOf(task, field).includes(value);

const meets = (task: Task, { field, isNot, values }: Condition, clock: WireClock): boolean =>
  values.some((value) => has(task, field, value, clock)) !== isNot;

/** Replaces the condition of a field; without values it is removed. */
export function withCondition(conditions: readonly Condition[], next: Condition): Condition[] {
  const isKnown = conditions.some(({ field }) => field === next.field);
  const all = isKnown ? conditions.map((each) => (each.field === next.field ? next : each)) : [...conditions, next];
  return all.filter(({ values }) => values.length > 0);
}

const MOST_VALUES = 50;

/** A condition in an address: `tag!:walls,door`. */
export const printCondition = ({ field, isNot, values }: Condition): string =>
  `${field}${isNot ? '!' : ''}:${values.map(encodeURIComponent).join(',')}`;

const isNumber = (value: string) => /^\d{1,10}$/.test(value);
const isKnown = (field: FilterField, value: string): boolean => {
  switch (field) {
    case 'due':
      return value === '' || DUE.some((each) => each === value);
    case 'status':
      return isNumber(value) || STATE.some((each) => each === value);
    case 'creator':
      return isNumber(value);
    case 'tag':
      return true;
    default:
      return value === '' || isNumber(value);
  }
};

/** Parses a condition; undefined if the text is none, because an address may come from anywhere. */
export function readCondition(text: string): Condition | undefined {
  const match = /^([a-z]+)(!?):(.*)$/s.exec(text);
  const field = FILTER_FIELDS.find((each) => each === match?.[1]);
  if (!match || !field) return undefined;
  try {
    const values = (match[3] ?? '').split(',').slice(0, MOST_VALUES).map(decodeURIComponent);
    const known = [...new Set(values)].filter((value) => isKnown(field, value));
    return known.length > 0 ? { field, isNot: match[2] === '!', values: known } : undefined;
  } catch {
    return undefined;
  }
}

/** Texts are cached by row: a changed row is a new object, so cached data is never outdated. */
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
/** The words of a search, which are split once for all tasks. */
function wordsOf(text: string): readonly string[] {
  if (asked.text !== text) asked = { text, words: text.toLowerCase().split(/\s+/).filter(Boolean) };
  return asked.words;
}

/** The id, name, description excerpt or a tag contains the words, each in any of them. */
const hasWords = (task: Task, text: string): boolean => wordsOf(text).every((word) => heapOf(task).includes(word));

/** A condition about the status decides whether completed tasks are shown. */
export const passes = (task: Task, { text, conditions, withCompleted }: TaskFilter, clock: WireClock): boolean =>
  (withCompleted || !task.complete_at || conditions.some(({ field }) => field === 'status')) &&
  conditions.every((condition) => meets(task, condition, clock)) &&
  hasWords(task, text);

/** A value that can be filtered by, and the number of tasks that have it. */
export interface Choice {
  value: string;
  count: number;
  /** A status, priority or tag. */
  name: string;
  color: string;
}

/** The texts that describe a value, which has no meaning alone. */
function lookOf(task: Task, field: FilterField, value: string): Pick<Choice, 'name' | 'color'> {
  if (field === 'status' && value === String(task.flow_item_id)) return decodeStatus(task.flow_item_name);
  if (field === 'priority' && value) return { name: task.p_name, color: task.p_color };
  if (field === 'tag') return { name: value, color: task.task_tag.find(({ name }) => name === value)?.color ?? '' };
  return { name: '', color: '' };
}

/** The values of a field, counted among open tasks, for a status among all: the viewer first, then by number; '' last. */
export function choicesOf(tasks: readonly Task[], field: FilterField, me: number, clock: WireClock): Choice[] {
  const counted = field === 'status' ? tasks : tasks.filter((task) => !task.complete_at);
  if (field === 'due')
    return [...DUE, ''].map((value) => ({
      ...{ value, name: '', color: '' },
      count: counted.reduce((sum, task) => sum + Number(isDue(task, value, clock)), 0),
    }));
  const choices = new Map<string, Choice>();
  for (const task of counted) {
    for (const value of valuesOf(task, field)) {
      const known = choices.get(value);
      if (known) known.count += 1;
      else choices.set(value, { value, count: 1, ...pick(lookOf(task, field, value)) });
    }
  }
  const place = ({ value }: Choice) => (value === '' ? 2 : Number(value !== String(me)));
  const isLevel = field === 'priority' || field === 'status';
  const byValue = (a: Choice, b: Choice) =>
    isLevel ? rank(a.value) - rank(b.value) : b.count - a.count || a.name.localeCompare(b.name);
  const isPerson = field === 'owner' || field === 'helper' || field === 'creator';
  return [...choices.values()].sort(
    (a, b) =>
      (isPerson || a.value === '' || b.value === '' ? place(a) - place(b) : 0) ||
      byValue(a, b) ||
      (a.value < b.value ? -1 : 1),
  );
}
const pick = ({ name, color }: { name: string; color: string }) => ({ name, color });
/** The words of `STATE` come before the statuses of a workflow. */
const rank = (value: string): number => Number(value) || STATE.findIndex((each) => each === value) - STATE.length;

export interface TaskSort {
  by: 'due' | 'priority';
  isDescending: boolean;
}

const FAR = '9';
/** Compares wire times, not words: locale-aware comparison would take ten times as long. */
export const inOrder = (a: string, b: string) => (a < b ? -1 : Number(a > b));
/** The sort key of a priority: tasks without one come after all others. */
const levelOf = (task: Task) => task.p_level || Number.MAX_SAFE_INTEGER;

/**
 * Compares two tasks. Those without a date are last in both directions; equal ones are sorted by level, then by age.
 */
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

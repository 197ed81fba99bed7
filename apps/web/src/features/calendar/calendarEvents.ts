import { spanUntil } from '@atrium/client/projects/timeRules.ts';
import { decodeStatus } from '@atrium/contract/projects/flows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { parseWire } from '#sync/time.ts';

export interface CalendarEvent {
  id: string;
  title: string;
  start: Date;
  /** For whole days: the midnight after the last one. */
  end: Date;
  allDay: boolean;
  task: Task;
  accent: string;
  status: string;
  subtasks: number;
  isOverdue: boolean;
  /** The last day of a task of several days, in a list. */
  until?: Date;
  /** The due time, if a task of several days is due on the shown day of a list. */
  due?: Date;
}

const HOUR_MS = 3_600_000;
const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString();
const nextMidnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1);

function timesOf(task: Task): [Date, Date] {
  const end = parseWire(task.end_at ?? '');
  return spanUntil(task.start_at ? parseWire(task.start_at) : new Date(end.getTime() - HOUR_MS), end);
}

const isWholeDays = (start: Date, end: Date) =>
  start.getHours() + start.getMinutes() === 0 && end.getHours() === 23 && end.getMinutes() === 59;

/** Whole-day and multi-day tasks are in the all-day lane: an hour grid would say nothing about them. */
export function eventOf(task: Task, open: ReadonlyMap<number, number>, now: Date): CalendarEvent {
  const [start, end] = timesOf(task);
  const allDay = isWholeDays(start, end) || !isSameDay(start, end);
  return {
    id: String(task.id),
    title: task.name,
    start,
    end: allDay ? nextMidnight(end) : end,
    allDay,
    task,
    accent: task.p_color || '#4f5bd5',
    status: task.flow_item_name ? decodeStatus(task.flow_item_name).name : '',
    subtasks: open.get(task.id) ?? 0,
    isOverdue: !task.complete_at && end <= now,
  };
}

/**
 * A task of several days once: on its first day, or today while it lasts. On days before the list begins, nobody would
 * see it.
 *
 * @param from  where the list begins
 */
export function listEntryOf(event: CalendarEvent, from: Date | null, now: Date): CalendarEvent {
  const { start, end, allDay } = event;
  const last = new Date(end.getTime() - 1);
  if (!allDay || isSameDay(start, last)) return event;
  const isGoingOn = start <= now && now < end && (!from || now >= from);
  const shown = isGoingOn ? now : from && start < from ? from : start;
  const day = new Date(shown.getFullYear(), shown.getMonth(), shown.getDate());
  const [, due] = timesOf(event.task);
  const isTimed = due.getHours() !== 23 || due.getMinutes() !== 59;
  return {
    ...event,
    start: day,
    end: nextMidnight(day),
    ...(isSameDay(day, last) ? isTimed && { due } : { until: last }),
  };
}

/** A task's time after dragging: in the all-day lane it keeps its hours, in the grid it gets new ones. */
export function spanOf(
  event: { start: Date | null; end: Date | null; allDay: boolean },
  task: Task,
): [Date, Date] | null {
  const { start, allDay } = event;
  if (!start) return null;
  if (!allDay) return spanUntil(start, event.end ?? new Date(start.getTime() + HOUR_MS));
  const last = new Date((event.end ?? nextMidnight(start)).getTime() - 1);
  const [from, until] = timesOf(task);
  return [withHours(start, from), withHours(last, until)];
}

function withHours(day: Date, hours: Date): Date {
  const at = new Date(day);
  at.setHours(hours.getHours(), hours.getMinutes(), hours.getSeconds(), 0);
  return at;
}

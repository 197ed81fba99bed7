import {
  DELAYS,
  type Delay,
  delayedEnd,
  questionsFor,
  shortcutTimes,
  spanUntil,
  TIME_SHORTCUTS,
  type TimeShortcut,
  withDayTimes,
} from '@atrium/client/projects/timeRules.ts';
import { subtasksOf } from '@atrium/client/store/select.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { changeTask } from '#entities/task/task.actions.ts';
import { nowDate } from '#sync/clock.ts';
import { locale, t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { askFirst } from '#ui/overlays/ask.ts';

export type { Delay };

/** Start and end of the workday. */
export const dayTimes = () => client.setting?.task_default_time ?? [];

interface WeekInfo {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}
/** The first day of the week by the reader's language: 1 Monday ... 7 Sunday. */
export function firstDayOfWeek(): number {
  const info = new Intl.Locale(locale) as WeekInfo;
  return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1;
}

export const timeShortcuts = TIME_SHORTCUTS;

/** The start and end of a shortcut, today. */
export const shortcutSpan = (shortcut: TimeShortcut): [Date, Date] =>
  shortcutTimes(shortcut, nowDate(), dayTimes(), firstDayOfWeek());

/** Dates without times get the workspace's hours, unless the task would end before it starts: 20:00 to 24:00. */
export function workingSpan(start: Date, end: Date): [Date, Date] {
  const given = spanUntil(start, end);
  const [from, to] = withDayTimes(...given, dayTimes());
  return to > from ? [from, to] : given;
}

/** Delays that lead to a later end than the current one. */
export const delaysOf = (end: Date): readonly Delay[] => DELAYS.filter((delay) => endAfter(end, delay) > end);
export const endAfter = (end: Date, delay: Delay): Date => delayedEnd(end, delay, nowDate(), dayTimes());

interface Along {
  /** The reason, for the log. */
  remark?: string;
  /** The new owners. */
  owner?: number[];
}

/**
 * Plans a task's time, or removes it (`null`). Asks first if that changes its main task or its subtasks too; false if
 * declined.
 */
export async function planTask(
  task: Task,
  span: readonly [Date, Date] | null,
  { remark = '', ...fields }: Along = {},
): Promise<boolean> {
  const wire = span?.map(toWire) ?? [];
  const [start_at = null, end_at = null] = wire;
  if (fields.owner && start_at === task.start_at && end_at === task.end_at) {
    changeTask(task, fields);
    return true;
  }
  const main = task.parent_id > 0 ? client.store.get('task', task.parent_id) : undefined;
  const subtasks = task.parent_id > 0 ? [] : subtasksOf(client.store, task.id);
  const questions = questionsFor(task, { start_at, end_at }, { main, subtasks });
  // Two of the questions are about the main task.
  const nameIn = (question: string) => (question.endsWith('_parent') ? main?.name : undefined);
  if (questions.length > 0) {
    const isSure = await askFirst({
      title: t(span ? 'time.change' : 'time.clear'),
      text: questions.map((question) => t(`time.ask_${question}`, { name: nameIn(question) ?? task.name })).join(' '),
      action: t(span ? 'time.change' : 'time.clear'),
      isDangerous: !span,
    });
    if (!isSure) return false;
  }
  const why = remark.trim();
  changeTask(task, { ...fields, times: why ? [start_at ?? '', end_at ?? '', why] : wire });
  return true;
}

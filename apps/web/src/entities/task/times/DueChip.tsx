import type { Task } from '@atrium/contract/projects/tasks.ts';
import { IconAlarm, IconCalendar, IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { nowDate, nowMs } from '#sync/clock.ts';
import { clock, shortDay, shortMoment } from '#sync/dates.ts';
import { locale, t } from '#sync/language.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';
import { parseWire } from '#sync/time.ts';
import classes from './DueChip.module.css';

/** The milliseconds until the chips are updated: at most half a minute, and on each minute. */
const tickMs = () => Math.min(30, 60 - nowDate().getSeconds()) * 1000;

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setTimeout(() => setNow(nowMs()), tickMs());
    return () => clearTimeout(timer);
  }, [isTicking, now]);
  return now;
}

const relative = lazyValue(() => new Intl.RelativeTimeFormat(locale));
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** Writes the time that is left or overdue: in minutes or hours, and from two days on in days. */
export function timeUntilEnd(end: Date, now: number): string {
  const left = end.getTime() - now;
  const [unit, length] =
    Math.abs(left) < HOUR_MS
      ? (['minute', MINUTE_MS] as const)
      : Math.abs(left) < 2 * DAY_MS
        ? (['hour', HOUR_MS] as const)
        : (['day', DAY_MS] as const);
  return relative().format(Math.trunc(left / length), unit);
}

/** The due date of a task: amber today, red if it is late, with an icon and a word that say the same. */
export function DueChip({ task }: { task: Pick<Task, 'end_at' | 'complete_at'> }) {
  const end = task.end_at ? parseWire(task.end_at) : null;
  const isToday = end !== null && end.toDateString() === nowDate().toDateString();
  const isOpen = task.complete_at === null;
  const now = useNow(isOpen && end !== null && (isToday || end.getTime() < nowMs()));
  if (!end) return null;
  const isOverdue = isOpen && end.getTime() <= now;
  const state = isOverdue ? 'overdue' : isToday && isOpen ? 'today' : undefined;
  const Icon = isOverdue ? IconAlarm : IconCalendar;
  const shown = isToday ? clock(end) : shortDay(end);
  const word = state === 'overdue' ? t('due.overdue') : state === 'today' ? t('due.today') : t('due.on');
  return (
    <span
      className={classes.chip}
      data-state={state}
      title={`${word} ${shortMoment(end)}${isOpen ? ` · ${timeUntilEnd(end, now)}` : ''}`}
    >
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      <span className="visually-hidden">{word}</span>
      {shown}
    </span>
  );
}

/** The date on which a task was completed. */
export function DoneChip({ at }: { at: string }) {
  const moment = parseWire(at);
  const word = t('dialog.completed');
  return (
    <span className={classes.chip} title={`${word} ${shortMoment(moment)}`}>
      <IconCheck size={14} stroke={1.75} aria-hidden="true" />
      <span className="visually-hidden">{word}</span>
      {shortDay(moment)}
    </span>
  );
}

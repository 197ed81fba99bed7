import type { Task } from '@atrium/contract/tasks.ts';
import { IconAlarm, IconCalendar } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { locale, t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import classes from './DueChip.module.css';

const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const dayYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });

/** Until today's and overdue tasks are looked at again: on the half minute and on the minute. */
const tickMs = () => Math.min(30, 60 - new Date().getSeconds()) * 1000;

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setTimeout(() => setNow(Date.now()), tickMs());
    return () => clearTimeout(timer);
  }, [isTicking, now]);
  return now;
}

/** When a task is due: amber today, red when it is late; an icon and a word say it too. */
export function DueChip({ task }: { task: Pick<Task, 'end_at' | 'complete_at'> }) {
  const end = task.end_at ? parseWire(task.end_at) : null;
  const isToday = end !== null && end.toDateString() === new Date().toDateString();
  const isOpen = task.complete_at === null;
  const now = useNow(isOpen && end !== null && (isToday || end.getTime() < Date.now()));
  if (!end) return null;
  const isOverdue = isOpen && end.getTime() <= now;
  const state = isOverdue ? 'overdue' : isToday && isOpen ? 'today' : undefined;
  const Icon = isOverdue ? IconAlarm : IconCalendar;
  const shown = isToday
    ? clock.format(end)
    : (end.getFullYear() === new Date(now).getFullYear() ? day : dayYear).format(end);
  const word = state === 'overdue' ? t('due.overdue') : state === 'today' ? t('due.today') : t('due.on');
  return (
    <span className={classes.chip} data-state={state} title={`${word} ${day.format(end)} ${clock.format(end)}`}>
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      <span className="visually-hidden">{word}</span>
      {shown}
    </span>
  );
}

import { compareTasks } from '@atrium/client/projects/taskFilter.ts';
import {
  barOf,
  type DragHandle,
  daysBetween,
  dragRange,
  monthsOf,
  rangeOf,
  stretchOf,
  type TimeRange,
} from '@atrium/client/projects/timeline.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { ActionIcon, SegmentedControl, UnstyledButton } from '@mantine/core';
import { IconAlarm, IconCurrentLocation, IconFocusCentered } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CompleteButton } from '#entities/task/status/CompleteButton.tsx';
import { NoMatchingTasks } from '#features/projects/board/NoMatchingTasks.tsx';
import { nowDate } from '#sync/clock.ts';
import { locale, t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Timeline.module.css';
import { TimelineBar } from './TimelineBar.tsx';
import { TimelineChanges } from './TimelineChanges.tsx';

interface Props {
  tasks: readonly Task[];
  /** Removes the filter; undefined if it hides nothing. */
  onUnfilter: (() => void) | undefined;
  dayWidth: number;
  onDayWidth: (pixels: number) => void;
  onTask: (taskId: number) => void;
}

const ROW = 36;
const OVERSCAN = 8;
const OVERSCAN_DAYS = 40;
const SCALES = [
  ['day', 80],
  ['week', 36],
  ['month', 14],
  ['quarter', 5],
] as const;
const [MIN, MAX] = [4, 600];
/** The smallest width in px of a month with a name; narrower ones at the edges have none. */
const MONTH_LABEL = 40;
/** The smallest width of a day, in px, with space for its number. */
const DAY_LABEL = 24;

const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short' });

/** A project's tasks on a calendar: bars are dragged and resized, and saved together. */
export function Timeline({ tasks, onUnfilter, dayWidth, onDayWidth, onTask }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [staged, setStaged] = useState<ReadonlyMap<number, TimeRange>>(new Map());
  const [scroll, setScroll] = useState({ top: 0, height: 800, left: 0, width: 2000 });
  const rows = useMemo(
    () =>
      [...tasks]
        .sort((a, b) => compareTasks(a, b, { by: 'due', isDescending: false }))
        .map((task) => ({ task, ...stretchOf(task, parseWire) })),
    [tasks],
  );
  // The range does not change while dragging, because nothing may move under the pointer.
  const { from, days: needed } = useMemo(() => rangeOf(rows, nowDate()), [rows]);
  // The grid reaches the edge of the screen, however narrow its days are.
  const days = Math.max(needed, Math.ceil(scroll.width / dayWidth));
  const today = daysBetween(from, nowDate());

  // The day a third from the left, which zooming keeps there, and the scroll position that shows it. It is stored,
  // because a sheet narrower than the screen cannot show it in its place.
  const place = useRef({ day: 0, left: 0 });
  const goTo = (day: number) => {
    const element = box.current;
    if (!element) return;
    element.scrollLeft = day * dayWidth - element.clientWidth / 3;
    place.current = { day, left: element.scrollLeft };
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.scrollLeft = place.current.day * dayWidth - element.clientWidth / 3;
    place.current.left = element.scrollLeft;
  }, [dayWidth]);
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (isPlaced.current || rows.length === 0) return;
    isPlaced.current = true;
    goTo(today);
  });
  // The wheel needs a listener of its own: React's is passive, and a passive listener cannot prevent zooming.
  useEffect(() => {
    const element = box.current;
    const zoom = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      onDayWidth(Math.round(Math.min(MAX, Math.max(MIN, dayWidth * (event.deltaY < 0 ? 1.15 : 1 / 1.15)))));
    };
    element?.addEventListener('wheel', zoom, { passive: false });
    return () => element?.removeEventListener('wheel', zoom);
  }, [dayWidth, onDayWidth]);

  if (rows.length === 0)
    return onUnfilter ? (
      <NoMatchingTasks onUnfilter={onUnfilter} />
    ) : (
      <EmptyState drawing="board" text={t('view.timeline_none')} />
    );
  const first = Math.max(0, Math.floor(scroll.top / ROW) - OVERSCAN);
  const shown = rows.slice(first, first + Math.ceil(scroll.height / ROW) + 2 * OVERSCAN);
  const at = Math.max(0, Math.floor(scroll.left / dayWidth) - OVERSCAN_DAYS);
  const near = { first: at, last: Math.min(days, at + Math.ceil(scroll.width / dayWidth) + 2 * OVERSCAN_DAYS) };
  const stage = (id: number, stretch: TimeRange) => setStaged(new Map(staged).set(id, stretch));
  const nearest = SCALES.find(([, width]) => width === dayWidth)?.[0] ?? '';
  return (
    <div className={classes.page}>
      <div className={classes.tools}>
        <Tooltip label={t('time.today')}>
          <ActionIcon aria-label={t('time.today')} onClick={() => goTo(today)}>
            <IconFocusCentered size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <SegmentedControl
          size="xs"
          aria-label={t('timeline.scale')}
          value={nearest}
          onChange={(scale) => onDayWidth(SCALES.find(([name]) => name === scale)?.[1] ?? dayWidth)}
          data={SCALES.map(([name]) => ({ value: name, label: t(`timeline.${name}`) }))}
        />
      </div>
      <div
        className={classes.box}
        ref={box}
        role="group"
        aria-label={t('view.timeline')}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollLeft, clientWidth } }) => {
          if (Math.abs(scrollLeft - place.current.left) >= 1) {
            place.current = { day: (scrollLeft + clientWidth / 3) / dayWidth, left: scrollLeft };
          }
          setScroll({ top: scrollTop, height: clientHeight, left: scrollLeft, width: clientWidth });
        }}
      >
        <div className={classes.sheet} style={{ '--days': days, '--day': `${dayWidth}px` } as CSSProperties}>
          <Calendar from={from} days={days} dayWidth={dayWidth} today={today} near={near} />
          <div className={classes.rows} style={{ height: rows.length * ROW }}>
            {shown.map(({ task, isPlanned, start, end }, index) => (
              <TimelineRow
                key={task.id}
                task={task}
                top={(first + index) * ROW}
                from={from}
                dayWidth={dayWidth}
                stretch={staged.get(task.id) ?? { start, end }}
                isPlanned={isPlanned || staged.has(task.id)}
                isStaged={staged.has(task.id)}
                onStage={(stretch) => stage(task.id, stretch)}
                onTask={() => onTask(task.id)}
                onFind={() => goTo(barOf(from, staged.get(task.id) ?? { start, end }).left)}
              />
            ))}
          </div>
          <Shades from={from} dayWidth={dayWidth} today={today} near={near} />
        </div>
      </div>
      <TimelineChanges
        staged={staged}
        tasks={tasks}
        onDrop={(id) => setStaged((known) => new Map([...known].filter(([each]) => each !== id)))}
        onClear={() => setStaged(new Map())}
      />
    </div>
  );
}

interface CalendarProps {
  from: Date;
  days: number;
  dayWidth: number;
  today: number;
  /**
   * The days around the visible ones; others are not drawn, because one task in a distant year must not cost thousands
   * of elements.
   */
  near: { first: number; last: number };
}

const daysOf = ({ first, last }: CalendarProps['near']) =>
  Array.from({ length: last - first }, (_, index) => first + index);

function Calendar({ from, days, dayWidth, today, near }: CalendarProps) {
  const start = from.getDay();
  return (
    <div className={classes.calendar} aria-hidden="true">
      <div className={classes.corner}>{t('task.name')}</div>
      <div className={classes.months}>
        {monthsOf(from, days)
          .filter(({ first, days: length }) => first <= near.last && first + length >= near.first)
          .map(({ at, first, days: length }) => (
            <span key={first} className={classes.month} style={{ left: first * dayWidth, width: length * dayWidth }}>
              {length * dayWidth >= MONTH_LABEL && (
                <span>{(length * dayWidth < 90 ? shortMonth : month).format(at)}</span>
              )}
            </span>
          ))}
        {dayWidth >= DAY_LABEL &&
          daysOf(near).map((index) => (
            <span
              key={index}
              className={classes.day}
              data-today={index === today || undefined}
              data-weekend={isWeekend(start + index) || undefined}
              style={{ left: index * dayWidth, width: dayWidth }}
            >
              {new Date(from.getFullYear(), from.getMonth(), from.getDate() + index).getDate()}
            </span>
          ))}
      </div>
    </div>
  );
}

const isWeekend = (day: number) => day % 7 === 0 || day % 7 === 6;

/** The marks of weekends and of today, behind the bars. */
function Shades({ from, dayWidth, today, near }: Omit<CalendarProps, 'days'>) {
  const saturdays = daysOf({ ...near, first: near.first - 1 }).filter((index) => (from.getDay() + index + 7) % 7 === 6);
  return (
    <div className={classes.shades} aria-hidden="true">
      {dayWidth >= 10 &&
        saturdays.map((index) => (
          <span key={index} className={classes.weekend} style={{ left: index * dayWidth, width: 2 * dayWidth }} />
        ))}
      <span className={classes.today} style={{ left: (today + 0.5) * dayWidth }} />
    </div>
  );
}

interface RowProps {
  task: Task;
  top: number;
  from: Date;
  dayWidth: number;
  stretch: TimeRange;
  isPlanned: boolean;
  isStaged: boolean;
  onStage: (stretch: TimeRange) => void;
  onTask: () => void;
  onFind: () => void;
}

function TimelineRow({ task, top, from, dayWidth, stretch, isPlanned, isStaged, onStage, onTask, onFind }: RowProps) {
  const { left, width } = barOf(from, stretch);
  const isOverdue = !task.complete_at && task.end_at !== null && parseWire(task.end_at) <= nowDate();
  return (
    <div className={classes.row} style={{ top }}>
      <div className={classes.who}>
        <CompleteButton task={task} />
        <UnstyledButton className={classes.name} onClick={onTask} data-done={Boolean(task.complete_at) || undefined}>
          {task.name}
        </UnstyledButton>
        {isOverdue && (
          <Tooltip label={t('due.overdue')}>
            <IconAlarm size={16} stroke={1.75} role="img" aria-label={t('due.overdue')} className={classes.overdue} />
          </Tooltip>
        )}
        <ActionIcon
          size="sm"
          aria-label={t('timeline.find', { name: task.name })}
          onClick={onFind}
          className={classes.find}
        >
          <IconCurrentLocation size={14} stroke={1.75} />
        </ActionIcon>
      </div>
      <div className={classes.lane}>
        <TimelineBar
          task={task}
          left={left * dayWidth}
          width={width * dayWidth}
          dayWidth={dayWidth}
          isPlanned={isPlanned}
          isStaged={isStaged}
          isOverdue={isOverdue}
          onDrag={(grip: DragHandle, days) => onStage(dragRange(stretch, grip, days))}
          onOpen={onTask}
        />
      </div>
    </div>
  );
}

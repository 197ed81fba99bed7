import type { ApprovalAway } from '@atrium/contract/approvals/absences.ts';
import type { MeetingDate } from '@atrium/contract/chat/meetingPlans.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import FullCalendar, { type CalendarRef, type EventApi, type EventDisplayInfo } from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin from '@fullcalendar/react/interaction';
import listPlugin from '@fullcalendar/react/list';
import classicThemePlugin from '@fullcalendar/react/themes/classic';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import '@fullcalendar/react/themes/classic/palette.css';
import { useComputedColorScheme } from '@mantine/core';
import { IconAlarm, IconCircleCheck, IconSubtask, IconVideo } from '@tabler/icons-react';
import { type Ref, useMemo, useState } from 'react';
import { firstDayOfWeek, planTask } from '#entities/task/times/times.actions.ts';
import { hueOf } from '#entities/user/UserAvatar.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { deviceZone } from '#entities/user/ZoneSelect.tsx';
import { nowDate } from '#sync/clock.ts';
import { clock, shortDay } from '#sync/dates.ts';
import { locale, t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import classes from './Calendar.module.css';
import { type CalendarEvent, eventOf, listEntryOf, spanOf } from './calendarEvents.ts';
import { hourIn, weekNumber, zoneName } from './calendarHours.ts';
import type { Box } from './EventCard.tsx';
import { planDropped } from './unplanned.actions.ts';
import type { ShownRange } from './useCalendarTasks.ts';
import type { TeamTime } from './useTeam.ts';

interface Props {
  ref: Ref<CalendarRef>;
  initialView: string;
  isList: boolean;
  tasks: readonly Task[];
  /** Colleagues who are away. */
  away: readonly ApprovalAway[];
  meetings: readonly MeetingDate[];
  /** The busy times of chosen colleagues, beside one's own. */
  team: readonly TeamTime[];
  onMeeting: (date: MeetingDate, at: Box) => void;
  onShown: (shown: ShownRange) => void;
  onTask: (task: Task, at: Box) => void;
  /** @param isDays  whole days were chosen, without times */
  onSelect: (start: Date, end: Date, isDays: boolean) => void;
  hasWeeks: boolean;
  /** A second time zone beside the hours; '' without one. */
  zone: string;
}

const plugins = [dayGridPlugin, timeGridPlugin, listPlugin, interactionPlugin, classicThemePlugin];
const factsOf = (event: EventApi) =>
  event.extendedProps as Partial<Omit<CalendarEvent, 'id' | 'title' | 'start' | 'end'>> & { meeting?: MeetingDate };

interface Ordered {
  allDay: boolean;
  duration: number;
  start: number;
  title: string;
}
/**
 * Long tasks take the first lines: below a full day they would be hidden where there is room. What has an hour follows
 * by it.
 */
const inOrder = (one: unknown, other: unknown): number => {
  const [a, b] = [one as Ordered, other as Ordered];
  const byLength = a.allDay && b.allDay ? b.duration - a.duration : 0;
  return Number(b.allDay) - Number(a.allDay) || byLength || a.start - b.start || a.title.localeCompare(b.title);
};

/** The calendar itself; loaded separately, because the library is heavy. */
export function Calendar(props: Props) {
  const {
    ref,
    initialView,
    isList,
    tasks,
    away,
    meetings,
    team,
    onMeeting,
    onShown,
    onTask,
    onSelect,
    hasWeeks,
    zone,
  } = props;
  const scheme = useComputedColorScheme('light');
  const isPhone = useIsPhone();
  const [from, setFrom] = useState<Date | null>(null);
  const events = useMemo(() => {
    const open = new Map<number, number>();
    for (const { parent_id, complete_at } of tasks) {
      if (parent_id > 0 && !complete_at) open.set(parent_id, (open.get(parent_id) ?? 0) + 1);
    }
    const now = nowDate();
    return tasks.map((task) => {
      const whole = eventOf(task, open, now);
      const event = isList ? listEntryOf(whole, from, now) : whole;
      // A tint behind text: colors chosen for priorities are not readable as text. In a list it is only a dot.
      return { ...event, color: isList ? event.accent : `color-mix(in srgb, ${event.accent} 22%, var(--surface))` };
    });
  }, [tasks, isList, from]);
  const people = useUsers(away.map(({ userid }) => userid));
  const names = people.map((person) => person?.nickname ?? '').join('\n');
  const shownEvents = useMemo(() => {
    const nicknames = names.split('\n');
    const absences = away.map((each, index) => absenceOf(each, nicknames[index] ?? ''));
    return [...events, ...absences, ...meetings.map(meetingOf), ...team.map(teamTimeOf)];
  }, [events, away, names, meetings, team]);
  const plan = async (event: EventApi, revert: () => void) => {
    const { task } = factsOf(event);
    const span = task ? spanOf(event, task) : null;
    // The display follows the task; without a change it reverts.
    if (!task || !span || !(await planTask(task, span))) revert();
  };
  const hours = (text: string, ms: number) =>
    zone && from ? (
      <span className={classes.hours}>
        <span title={zone}>{hourIn(zone, new Date(from.getTime() + ms), locale)}</span>
        <span>{text}</span>
      </span>
    ) : (
      text
    );
  const allDayHead = (text: string) =>
    zone && from ? (
      <span className={classes.zones}>
        <span>{text}</span>
        <span className={classes.hours}>
          <span title={zone}>{zoneName(zone, from, locale)}</span>
          <span title={deviceZone()}>{zoneName(deviceZone(), from, locale)}</span>
        </span>
      </span>
    ) : (
      text
    );
  return (
    <FullCalendar
      ref={ref}
      plugins={plugins}
      initialView={initialView}
      headerToolbar={false}
      height="100%"
      locale={locale}
      colorScheme={scheme}
      firstDay={firstDayOfWeek() % 7}
      events={shownEvents}
      editable
      selectable
      selectMirror
      now={nowDate}
      nowIndicator
      dayMaxEvents
      eventOrder={inOrder}
      fixedWeekCount={false}
      // A full hour is 14:00, not 14.
      eventTimeFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
      eventDisplay="block"
      eventContrastColor="var(--ink)"
      eventResizableFromStart
      allDayText={t('calendar.all_day')}
      noEventsText={t('calendar.none')}
      moreLinkText={(count) => t('calendar.more', { number: count })}
      scrollTime="07:00:00"
      weekNumbers={hasWeeks}
      weekNumberCalculation={weekOf}
      weekNumberHeaderContent={({ num }) => weekText(num)}
      inlineWeekNumberContent={isPhone ? drawNothing : drawWeek}
      {...(isPhone && hasWeeks && { dayCellTopContent: drawDay })}
      slotHeaderContent={({ text, time }) => hours(text, time?.milliseconds ?? 0)}
      allDayHeaderContent={({ text }) => allDayHead(text)}
      droppable={!isList}
      // The task itself is shown where it was dropped, once it is planned.
      eventReceive={({ event, draggedEl, revert }) => {
        const { start, allDay } = event;
        revert();
        if (start) planDropped(Number(draggedEl.dataset['task']), start, allDay);
      }}
      eventContent={(info) => drawEvent(info, isList)}
      eventClick={({ event, el }) => {
        const { task, meeting } = factsOf(event);
        if (meeting) onMeeting(meeting, el.getBoundingClientRect());
        // A pending task has no id yet.
        if (task && task.id > 0) onTask(task, el.getBoundingClientRect());
      }}
      eventDrop={({ event, revert }) => void plan(event, revert)}
      eventResize={({ event, revert }) => void plan(event, revert)}
      select={({ start, end, allDay, view }) => {
        onSelect(start, end, allDay);
        view.calendar.unselect();
      }}
      datesSet={({ start, end }) => {
        setFrom((before) => (before?.getTime() === start.getTime() ? before : start));
        onShown({ from: start, until: end });
      }}
    />
  );
}

/** This is one function for all renders: for a new one the library would announce the days of the calendar again. */
const weekOf = (date: Date) => weekNumber(date, firstDayOfWeek());
const weekText = (number = 0) => t('calendar.week_number', { number });
const drawWeek = ({ num }: { num: number }) => <span className={classes.week}>{weekText(num)}</span>;

/** The library leaves out week numbers where days are narrow, so the first day of the week has its number. */
const drawNothing = () => null;
const drawDay = ({ date, text }: { date: Date; text: string }) =>
  date.getDay() === firstDayOfWeek() % 7 ? (
    <span className={classes.firstDay}>
      <span className={classes.week}>{weekText(weekOf(date))}</span>
      {text}
    </span>
  ) : (
    text
  );

/** Whole days in the lane above the hours; they cannot be moved. */
function absenceOf({ userid, kind, name, from, to }: ApprovalAway, nickname: string) {
  const [start, end] = [parseWire(from), parseWire(to)];
  return {
    id: `away ${userid} ${from}`,
    title: `${nickname} · ${name}`,
    start: new Date(start.getFullYear(), start.getMonth(), start.getDate()),
    // The midnight after the last day.
    end: new Date(end.getFullYear(), end.getMonth(), end.getDate() + (end.getHours() + end.getMinutes() > 0 ? 1 : 0)),
    allDay: true,
    editable: false,
    color: `color-mix(in srgb, ${kind === 'leave' ? 'var(--green)' : 'var(--amber)'} 18%, var(--surface))`,
  };
}

/** Planned meetings are changed in their form, which notifies the invited people. */
function meetingOf(meeting: MeetingDate) {
  return {
    id: `meeting ${meeting.plan_id} ${meeting.start_at}`,
    title: meeting.name,
    start: parseWire(meeting.start_at),
    end: parseWire(meeting.end_at),
    allDay: false,
    editable: false,
    color: 'color-mix(in srgb, var(--accent) 18%, var(--surface))',
    meeting,
  };
}

/** A colleague's time, in their color. */
function teamTimeOf({ userid, title, start, end }: TeamTime) {
  return {
    id: `team ${userid} ${start.getTime()} ${end.getTime()}`,
    title,
    start,
    end,
    allDay: false,
    editable: false,
    color: `color-mix(in srgb, hsl(${hueOf(userid)} 60% 50%) 22%, var(--surface))`,
  };
}

function drawEvent({ event, timeText }: EventDisplayInfo, isList: boolean) {
  const { task, meeting, accent, status, subtasks = 0, isOverdue, until, due } = factsOf(event);
  if (meeting) {
    return (
      <span className={classes.event} title={event.title}>
        <IconVideo size={13} stroke={2} aria-label={t('calendar.meeting')} />
        {timeText && <span className={classes.time}>{timeText}</span>}
        <span className={classes.name}>{event.title}</span>
      </span>
    );
  }
  if (!task) {
    return (
      <span className={classes.event} title={event.title}>
        <span className={classes.name}>{event.title}</span>
      </span>
    );
  }
  return (
    <span className={classes.event} data-done={Boolean(task.complete_at) || undefined} title={event.title}>
      {!isList && <span className={classes.dot} style={{ backgroundColor: accent }} />}
      {isOverdue && <IconAlarm size={13} stroke={2} aria-label={t('due.overdue')} />}
      {task.complete_at && <IconCircleCheck size={13} stroke={2} aria-label={t('move.completed')} />}
      {task.parent_id > 0 && <IconSubtask size={13} stroke={2} aria-label={t('task.subtask')} />}
      {timeText && !until && (
        <span className={classes.time}>{due ? t('calendar.until', { day: clock(due) }) : timeText}</span>
      )}
      {status && <span className={classes.status}>{status}</span>}
      <span className={classes.name}>{event.title}</span>
      {until && <span className={classes.time}>{t('calendar.until', { day: shortDay(until) })}</span>}
      {subtasks > 0 && <span className={classes.status}>+{subtasks}</span>}
    </span>
  );
}

import { spanUntil } from '@atrium/client/projects/timeRules.ts';
import { BUSY_PEOPLE, type MeetingDate } from '@atrium/contract/chat/meetingPlans.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import type { CalendarRef } from '@fullcalendar/react';
import { ActionIcon, Button, Loader, SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconListCheck, IconUsers, IconVideoPlus } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useAbsences } from '#entities/approval/absences.ts';
import { mayMeet, requestMeeting } from '#entities/meeting/meeting.ts';
import { useMeetingDates } from '#entities/meeting/plans.ts';
import { newTask } from '#entities/task/newTask.ts';
import { workingSpan } from '#entities/task/times/times.actions.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { locale, t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import classes from './Calendar.module.css';
import { CalendarMenu } from './CalendarMenu.tsx';
import { type CalendarOptions, storedOptions, storeOptions } from './calendarOptions.ts';
import { type Box, EventCard } from './EventCard.tsx';
import { MeetingCard } from './MeetingCard.tsx';
import { TeamBar } from './TeamBar.tsx';
import { type ShownRange, useCalendarTasks } from './useCalendarTasks.ts';
import { useTeam, useTeamTimes } from './useTeam.ts';

const Calendar = lazyPart(async () => (await import('./Calendar.tsx')).Calendar);
const UserPicker = lazyPart(async () => (await import('#entities/user/UserPicker.tsx')).UserPicker);
const Unplanned = lazyPart(async () => (await import('./Unplanned.tsx')).Unplanned);

export const CALENDAR_VIEWS = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  day: 'timeGridDay',
  list: 'listMonth',
} as const;
type View = keyof typeof CALENDAR_VIEWS;

const KEY = 'calendar.view';
const monthYear = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
const full = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });

/** A phone has room for a short month beside the buttons. */
const short = {
  month: new Intl.DateTimeFormat(locale, { month: 'short' }),
  year: new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit' }),
  day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
};

function titleOf(view: View, shown: ShownRange, isPhone: boolean): string {
  const brief = shown.from.getFullYear() === nowDate().getFullYear() ? short.month : short.year;
  const last = new Date(shown.until.getTime() - 1);
  if (view === 'day') return (isPhone ? short.day : full).format(shown.from);
  if (view === 'week') return (isPhone ? brief : full).formatRange(shown.from, last);
  // A month's view starts with the end of the previous one: its middle determines the month.
  return (isPhone ? brief : monthYear).format(new Date((shown.from.getTime() + last.getTime()) / 2));
}

/** The reader's planned tasks by month, week, day or as a list; moved by dragging, created by selecting a free time. */
export function CalendarScreen({ onTask }: { onTask: (taskId: number) => void }) {
  const isPhone = useIsPhone();
  const me = useMe();
  const calendar = useRef<CalendarRef>(null);
  const [view, setView] = useState<View>(
    () => (localStorage.getItem(KEY) as View | null) ?? (isPhone ? 'list' : 'month'),
  );
  const [shown, setShown] = useState<ShownRange | null>(null);
  const [glance, setGlance] = useState<{ task: Task; at: Box } | null>(null);
  const tasks = useCalendarTasks(shown);
  const away = useAbsences(shown);
  const meetings = useMeetingDates(shown);
  const [meeting, setMeeting] = useState<{ date: MeetingDate; at: Box } | null>(null);
  const [team, setTeam] = useTeam();
  const [isChoosing, setChoosing] = useState(false);
  // Hours of several people need a view by hour.
  const hasHours = view === 'week' || view === 'day';
  const teamTimes = useTeamTimes(team, hasHours ? shown : null);
  const [options, setOptions] = useState(storedOptions);
  const changeOptions = (changed: Partial<CalendarOptions>) => {
    storeOptions(changed);
    setOptions({ ...options, ...changed });
  };
  const toggleUnplanned = () => changeOptions({ showsUnplanned: !options.showsUnplanned });
  const api = () => calendar.current?.getApi();
  const change = (next: View) => {
    localStorage.setItem(KEY, next);
    setView(next);
    api()?.changeView(CALENDAR_VIEWS[next]);
  };
  const views = (
    <SegmentedControl
      fullWidth={isPhone}
      size="xs"
      aria-label={t('view.kind')}
      value={view}
      onChange={(next) => change(next as View)}
      data={(Object.keys(CALENDAR_VIEWS) as View[]).map((each) => ({
        value: each,
        label: t(`calendar.${each}`),
      }))}
    />
  );
  return (
    <div className={classes.page}>
      <ScreenHeader title={shown ? titleOf(view, shown, isPhone) : t('nav.calendar')}>
        <ActionIcon size="lg" aria-label={t('calendar.previous')} onClick={() => api()?.prev()}>
          <IconChevronLeft size={20} stroke={1.75} />
        </ActionIcon>
        <Button size="compact-md" variant="default" onClick={() => api()?.today()}>
          {t('time.today')}
        </Button>
        <ActionIcon size="lg" aria-label={t('calendar.next')} onClick={() => api()?.next()}>
          <IconChevronRight size={20} stroke={1.75} />
        </ActionIcon>
        {!isPhone && views}
        <ActionIcon
          size="lg"
          variant={hasHours && team.length > 0 ? 'light' : 'subtle'}
          aria-label={t('calendar.team')}
          onClick={() => setChoosing(true)}
        >
          <IconUsers size={20} stroke={1.75} />
        </ActionIcon>
        {!isPhone && (
          <ActionIcon
            size="lg"
            variant={options.showsUnplanned ? 'light' : 'subtle'}
            aria-label={t('calendar.unplanned')}
            aria-expanded={options.showsUnplanned}
            onClick={toggleUnplanned}
          >
            <IconListCheck size={20} stroke={1.75} />
          </ActionIcon>
        )}
        <CalendarMenu options={options} onChange={changeOptions} />
        {mayMeet() && (
          <ActionIcon size="lg" aria-label={t('meeting.plan')} onClick={() => requestMeeting({ kind: 'plan' })}>
            <IconVideoPlus size={20} stroke={1.75} />
          </ActionIcon>
        )}
      </ScreenHeader>
      {isPhone && <div className={classes.views}>{views}</div>}
      <div className={classes.body}>
        <div className={classes.sheet}>
          {hasHours && team.length > 0 && <TeamBar team={team} onChange={setTeam} onChoose={() => setChoosing(true)} />}
          <Suspense fallback={<Loader m="auto" />}>
            <Calendar
              hasWeeks={options.hasWeeks}
              zone={options.zone}
              ref={calendar}
              initialView={CALENDAR_VIEWS[view]}
              isList={view === 'list'}
              tasks={tasks}
              away={away}
              meetings={meetings}
              team={teamTimes}
              onMeeting={(date, at) => setMeeting({ date, at })}
              onShown={setShown}
              onTask={(task, at) => setGlance({ task, at })}
              onSelect={(start, end, isDays) => newTask({ span: (isDays ? workingSpan : spanUntil)(start, end) })}
            />
          </Suspense>
        </div>
        {!isPhone && options.showsUnplanned && (
          <Suspense fallback={null}>
            <Unplanned onTask={(task) => onTask(task.parent_id || task.id)} onClose={toggleUnplanned} />
          </Suspense>
        )}
      </div>
      {isChoosing && (
        <Suspense fallback={null}>
          <UserPicker
            title={t('calendar.team_choose')}
            chosen={team}
            disabled={[me]}
            max={BUSY_PEOPLE}
            isByDepartment
            onClose={() => setChoosing(false)}
            onDone={(chosen) => {
              setTeam(chosen);
              setChoosing(false);
              if (chosen.length > 0 && !hasHours) change(isPhone ? 'day' : 'week');
            }}
          />
        </Suspense>
      )}
      {meeting && <MeetingCard {...meeting} onClose={() => setMeeting(null)} />}
      {glance && (
        <EventCard
          key={glance.task.id}
          {...glance}
          onOpen={() => onTask(glance.task.parent_id || glance.task.id)}
          onClose={() => setGlance(null)}
        />
      )}
    </div>
  );
}

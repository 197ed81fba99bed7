import { FIRST_YEAR, type YearReview } from '@atrium/contract/people/yearReview.ts';
import { ActionIcon, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconFlame, IconHourglassHigh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { durationWords } from '#entities/date/durationWords.ts';
import { NotYet } from '#entities/form/Problem.tsx';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { locale, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { parseWire } from '#sync/time.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './YearScreen.module.css';
import { readYear } from './year.actions.ts';

const number = new Intl.NumberFormat(locale);
const percent = new Intl.NumberFormat(locale, { style: 'percent' });
const monthName = (at: number, month: 'narrow' | 'long') =>
  new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, at, 15)));

interface Props {
  onBack: () => void;
  onTask: (id: number) => void;
  onProject: (id: number) => void;
  onPerson: (userid: number) => void;
}

/** The person's year in figures: what they completed, when, where, and with whom. */
export function YearScreen(on: Props) {
  const thisYear = nowDate().getFullYear();
  const [search, setSearch] = useSearchParams();
  const wanted = Number(search.get('year'));
  const year = Number.isInteger(wanted) && wanted >= FIRST_YEAR && wanted <= thisYear ? wanted : thisYear;
  const { data, problem } = useRequest(() => readYear(year), year);
  // The first year with data, known once one year is loaded: there is nothing before the account was created.
  const first = data ? parseWire(data.hire_date).getFullYear() : FIRST_YEAR;
  const show = (next: number) => setSearch({ year: String(next) }, { replace: true });
  return (
    <div className={classes.page}>
      <ScreenHeader title={t('year.title')} back={{ label: t('action.back'), run: on.onBack }}>
        <ActionIcon size="lg" aria-label={t('year.previous')} disabled={year <= first} onClick={() => show(year - 1)}>
          <IconChevronLeft size={20} stroke={1.75} />
        </ActionIcon>
        <Text aria-live="polite" fw={600} miw={48} ta="center">
          {year}
        </Text>
        <ActionIcon size="lg" aria-label={t('year.next')} disabled={year >= thisYear} onClick={() => show(year + 1)}>
          <IconChevronRight size={20} stroke={1.75} />
        </ActionIcon>
      </ScreenHeader>
      <div className={classes.scroll}>
        {data?.year === year ? <Year review={data} {...on} /> : <NotYet problem={problem} />}
      </div>
    </div>
  );
}

function Year({ review, onTask, onProject, onPerson }: { review: YearReview } & Props) {
  const me = useUser(useMe());
  const { tasks, longest_chat_user: closest } = review;
  const isEmpty = tasks.total === 0 && review.file_created_num === 0 && !closest && review.chat_al_num === 0;
  if (isEmpty) return <EmptyState drawing="done" text={t('year.nothing', { year: review.year })} />;
  const most = Math.max(1, ...review.projects.map(({ completed }) => completed));
  const months = tasks.month_completed_task.filter((count) => count > 0).length;
  const hasBegun = months === 1 && review.year === nowDate().getFullYear();
  const { longest_task: longest } = tasks;
  // The fastest task is left out if it is the longest too, as with a single task.
  const fastest = tasks.fastest_task?.id === longest?.id ? null : tasks.fastest_task;
  return (
    <article className={classes.inner}>
      <header className={classes.hello}>
        <UserAvatar user={me} size={64} />
        <div>
          <Title order={2}>{t('year.of', { year: review.year, name: review.user.nickname })}</Title>
          <Text c="dimmed">
            {t('year.days', { count: review.tenure_days, number: number.format(review.tenure_days) })}
          </Text>
          {hasBegun && <Text mt={4}>{t('year.begun')}</Text>}
        </div>
      </header>
      <div className={classes.figures}>
        {tasks.completed > 0 && (
          <>
            <Figure label={t('year.completed')} value={number.format(tasks.completed)} isMain />
            <Figure
              label={t('year.in_time')}
              value={percent.format(Math.floor((1 - tasks.overtime / tasks.completed) * 100) / 100)}
            />
          </>
        )}
        {review.file_created_num > 0 && (
          <Figure label={t('year.files')} value={number.format(review.file_created_num)} />
        )}
        {review.chat_al_num > 0 && <Figure label={t('year.assistants')} value={number.format(review.chat_al_num)} />}
      </div>
      {months > 1 && <Months counts={tasks.month_completed_task} />}
      {longest && fastest && (
        <div className={classes.pair}>
          <Card label={t('year.longest')} icon={<IconHourglassHigh size={20} stroke={1.75} aria-hidden />}>
            <TaskLine task={longest} onOpen={onTask} />
          </Card>
          <Card label={t('year.fastest')} icon={<IconFlame size={20} stroke={1.75} aria-hidden />}>
            <TaskLine task={fastest} onOpen={onTask} />
          </Card>
        </div>
      )}
      {review.projects.length > 0 && (
        <Card label={t('year.projects')}>
          <ol className={classes.projects}>
            {review.projects.map(({ id, name, completed }) => (
              <li key={id}>
                <button type="button" className={classes.link} onClick={() => onProject(id)}>
                  {name}
                </button>
                <span className={classes.bar} style={{ inlineSize: `${(completed / most) * 90}%` }} aria-hidden />
                <span className={classes.count}>{number.format(completed)}</span>
              </li>
            ))}
          </ol>
        </Card>
      )}
      {closest && (
        <Card label={t('year.closest')}>
          <button type="button" className={classes.person} onClick={() => onPerson(closest.userid)}>
            <Colleague userid={closest.userid} name={closest.nickname} />
            <Text size="sm" c="dimmed">
              {t('year.messages', { count: closest.chat_num, number: number.format(closest.chat_num) })}
            </Text>
          </button>
        </Card>
      )}
    </article>
  );
}

function Figure({ label, value, isMain }: { label: string; value: string; isMain?: boolean }) {
  return (
    <dl className={classes.figure} data-main={isMain || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </dl>
  );
}

function Card({ label, icon, children }: { label: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={label}>
      <h3>
        {icon}
        {label}
      </h3>
      {children}
    </section>
  );
}

/** Completed tasks by month, with the best month named unless there is only one. */
function Months({ counts }: { counts: readonly number[] }) {
  const most = Math.max(...counts);
  const best = counts.indexOf(most);
  return (
    <Card label={t('year.months')}>
      <ol className={classes.months}>
        {counts.map((count, at) => (
          <li key={monthName(at, 'long')} data-best={at === best || undefined}>
            <span className="visually-hidden">{`${monthName(at, 'long')}: ${count}`}</span>
            <span className={classes.column} aria-hidden>
              {count > 0 && <small>{number.format(count)}</small>}
              <span style={{ blockSize: `${(count / most) * 100}%` }} />
            </span>
            <small aria-hidden>{monthName(at, 'narrow')}</small>
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed">
        {t('year.best', { month: monthName(best, 'long') })}
      </Text>
    </Card>
  );
}

function TaskLine({
  task,
  onOpen,
}: {
  task: { id: number; name: string; seconds: number };
  onOpen: (id: number) => void;
}) {
  return (
    <>
      <strong className={classes.lasting}>{durationWords(task.seconds)}</strong>
      <button type="button" className={classes.link} onClick={() => onOpen(task.id)}>
        {task.name}
      </button>
    </>
  );
}

function Colleague({ userid, name }: { userid: number; name: string }) {
  const user = useUser(userid);
  return (
    <>
      <UserAvatar user={user} size={40} />
      <strong>{user?.nickname ?? name}</strong>
    </>
  );
}

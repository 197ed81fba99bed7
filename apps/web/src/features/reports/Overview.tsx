import { Button, Skeleton } from '@mantine/core';
import { IconCalendarEvent, IconCalendarWeek, IconMailOpened } from '@tabler/icons-react';
import { Link } from 'react-router';
import { listTime } from '#entities/message/time.ts';
import { useReportNews, useUnreadReports } from '#entities/report/news.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { locale, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { parseWire } from '#sync/time.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './Overview.module.css';
import { addressOf } from './ReportList.tsx';
import { weekStart } from './reportGroups.ts';
import { type ListedReport, readReports } from './reports.actions.ts';

const EVERYTHING = { key: '', type: '', isUnread: false } as const;
const LAST = 4;
const WEEKS = [3, 2, 1, 0] as const;
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

interface Props {
  onWrite: (type: 'daily' | 'weekly') => void;
}

/**
 * The panel beside the list while no report is open: a new report, the person's own rhythm, and who has reported this
 * week.
 */
export function Overview({ onWrite }: Props) {
  const news = useReportNews();
  const unread = useUnreadReports();
  const { data, problem, again } = useRequest(
    () => Promise.all([readReports('mine', EVERYTHING, 1), readReports('received', EVERYTHING, 1)]),
    news,
  );
  if (problem && !data)
    return <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />;
  const [mine, received] = data ?? [];
  const firstUnread = received?.list.find(({ isUnread }) => isUnread);
  return (
    <div className={classes.scroll}>
      <div className={classes.overview}>
        <section className={classes.begin} aria-label={t('report.write')}>
          <Button leftSection={<IconCalendarEvent size={18} stroke={1.75} />} onClick={() => onWrite('daily')}>
            {t('command.report_daily')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarWeek size={18} stroke={1.75} />}
            onClick={() => onWrite('weekly')}
          >
            {t('command.report_weekly')}
          </Button>
          {firstUnread && unread > 0 && (
            <Button
              variant="subtle"
              component={Link}
              to={addressOf(firstUnread.id, 'received')}
              leftSection={<IconMailOpened size={18} stroke={1.75} />}
            >
              {t('report.read_unread', { number: unread })}
            </Button>
          )}
        </section>
        <section aria-label={t('report.own_recent')}>
          <h2 className={classes.heading}>{t('report.own_recent')}</h2>
          {mine ? <Own list={mine.list} /> : <Skeleton h={120} radius="md" />}
        </section>
        {received ? <Team list={received.list} /> : <Skeleton h={80} radius="md" />}
      </div>
    </div>
  );
}

function Own({ list }: { list: readonly ListedReport[] }) {
  if (list.length === 0) return <p className={classes.note}>{t('report.none_mine')}</p>;
  const since = weekStart(WEEKS[0]);
  const lately = list.filter(({ at }) => parseWire(at) >= since);
  const countOf = (type: string) => lately.filter((report) => report.type === type).length;
  return (
    <>
      <ul className={classes.cards}>
        {list.slice(0, LAST).map((report) => (
          <li key={report.id}>
            <Link className={classes.card} to={addressOf(report.id, 'mine')}>
              <span className={classes.cardHead}>
                <span className={classes.chip}>{t(`report.short_${report.type}`)}</span>
                <span>{listTime(report.at)}</span>
              </span>
              <span className={classes.title}>{report.title}</span>
              {report.excerpt && <span className={classes.excerpt}>{report.excerpt}</span>}
              <span className={classes.small}>
                {t('report.read_by', { read: report.read, number: report.receivers })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.rhythm}>
        <span className={classes.weeks} aria-hidden>
          {WEEKS.map((ago) => (
            <Week key={ago} ago={ago} list={lately} />
          ))}
        </span>
        <span className={classes.small}>
          {t('report.rhythm', { daily: countOf('daily'), weekly: countOf('weekly') })}
        </span>
      </div>
    </>
  );
}

const dayWords = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });

/** A square per day, filled with a daily report, and a line below them for a weekly one. */
function Week({ ago, list }: { ago: number; list: readonly ListedReport[] }) {
  const first = weekStart(ago);
  const dayAt = (index: number) => new Date(first.getFullYear(), first.getMonth(), first.getDate() + index);
  const isIn = ({ at }: ListedReport, from: Date, until: Date) => parseWire(at) >= from && parseWire(at) < until;
  const hasWeekly = list.some((report) => report.type === 'weekly' && isIn(report, first, dayAt(7)));
  return (
    <span className={classes.week} data-filled={hasWeekly || undefined}>
      {DAYS.map((day) => {
        const isFilled = list.some((report) => report.type === 'daily' && isIn(report, dayAt(day), dayAt(day + 1)));
        return <i key={day} title={dayWords.format(dayAt(day))} data-filled={isFilled || undefined} />;
      })}
    </span>
  );
}

/** The people who usually report to the reader, with this week's report or without one. */
function Team({ list }: { list: readonly ListedReport[] }) {
  const [since, thisWeek] = [weekStart(WEEKS[0]), weekStart()];
  const byPerson = Map.groupBy(
    list.filter(({ at }) => parseWire(at) >= since),
    ({ userid }) => userid,
  );
  if (byPerson.size === 0) return null;
  // The list is sorted newest first, so a person's first report is their latest.
  const people = [...byPerson].map(([userid, [latest]]) => ({
    userid,
    latest: latest && parseWire(latest.at) >= thisWeek ? latest : null,
  }));
  const sorted = people.toSorted((a, b) => Number(b.latest !== null) - Number(a.latest !== null));
  return (
    <section aria-label={t('report.team')}>
      <h2 className={classes.heading}>{t('report.team')}</h2>
      <p className={classes.about}>{t('report.team_about')}</p>
      <ul className={classes.team}>
        {sorted.map(({ userid, latest }) => (
          <li key={userid}>
            <Member userid={userid} latest={latest} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Member({ userid, latest }: { userid: number; latest: ListedReport | null }) {
  const user = useUser(userid);
  const words = (
    <>
      <UserAvatar user={user} size={32} />
      <span className={classes.member}>
        <span className="truncate">{user?.nickname}</span>
        <span className={classes.small}>
          {latest ? `${t(`report.short_${latest.type}`)} · ${listTime(latest.at)}` : t('report.team_missing')}
        </span>
      </span>
    </>
  );
  return latest ? (
    <Link className={classes.person} to={addressOf(latest.id, 'received')}>
      {words}
    </Link>
  ) : (
    <span className={classes.person} data-missing>
      {words}
    </span>
  );
}

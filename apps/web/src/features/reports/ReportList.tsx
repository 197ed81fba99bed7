import { Button, SegmentedControl, Select, Skeleton, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { listTime } from '#entities/message/time.ts';
import { useUnreadReports } from '#entities/report/news.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useCommandsOf } from '#ui/keys/commands.ts';
import { isArrow, neighbor } from '#ui/keys/neighbor.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './Reports.module.css';
import { groupsOf } from './reportGroups.ts';
import { type Filter, type ListedReport, markReports, type ReportTab } from './reports.actions.ts';
import { useReports } from './useReports.ts';

const EVERYTHING: Filter = { key: '', type: '', isUnread: false };
const SEARCH_MS = 300;
const NONE: ReadonlySet<number> = new Set();

export const addressOf = (id: number, tab: ReportTab) => `/manage/report/${id}${tab === 'mine' ? '?tab=mine' : ''}`;

/** Arrows, Home and End between the rows. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const own = (event.target as HTMLElement).closest<HTMLElement>('[data-report]');
  if (!own || !isArrow(event.key)) return;
  neighbor([...event.currentTarget.querySelectorAll<HTMLElement>('[data-report]')], own, event.key)?.focus();
  event.preventDefault();
}

interface Props {
  tab: ReportTab;
  /** The report that is open beside the list. */
  openId: number;
  onTab: (tab: ReportTab) => void;
  onWrite: () => void;
}

/** Received or sent reports, filtered by text, kind and unread. */
export function ReportList({ tab, openId, onTab, onWrite }: Props) {
  const unread = useUnreadReports();
  const [filter, setFilter] = useState(EVERYTHING);
  const [key] = useDebouncedValue(filter.key, SEARCH_MS);
  const { list, hasMore, state, more, again } = useReports(tab, { ...filter, key });
  // The reports that come first. Unread ones stay there while they are read, so that the list does not move under the
  // reader.
  const [first, setFirst] = useState<ReadonlySet<number>>(NONE);
  const news = list.filter(({ id, isUnread }) => isUnread && !first.has(id));
  if (news.length > 0) setFirst(new Set([...first, ...news.map(({ id }) => id)]));
  const groups = groupsOf(list, first);
  const order = groups.flatMap((group) => group.list);
  const navigate = useNavigate();
  const move = (by: number) => {
    const at = order.findIndex(({ id }) => id === openId);
    const next = order[at < 0 ? 0 : at + by];
    if (!next) return;
    void navigate(addressOf(next.id, tab), { replace: openId > 0 });
    document.querySelector<HTMLElement>(`[data-report="${next.id}"]`)?.focus();
  };
  useCommandsOf(() => [
    { id: 'report-next', label: t('report.next_report'), keys: 'j', run: () => move(1) },
    { id: 'report-previous', label: t('report.previous_report'), keys: 'k', run: () => move(-1) },
  ]);
  const waiting = list.filter((report) => report.isUnread).map((report) => report.id);
  const isNarrowed = Boolean(filter.key || filter.type || filter.isUnread);
  return (
    <>
      <div className={classes.filters}>
        <SegmentedControl
          fullWidth
          aria-label={t('report.title')}
          value={tab}
          onChange={(next) => {
            setFilter(EVERYTHING);
            onTab(next as ReportTab);
          }}
          data={[
            {
              value: 'received',
              label: unread > 0 ? t('report.received_n', { number: unread }) : t('report.received'),
            },
            { value: 'mine', label: t('report.mine') },
          ]}
        />
        <div className={classes.narrow}>
          <TextInput
            flex={1}
            type="search"
            aria-label={t('report.search')}
            placeholder={t('report.search')}
            leftSection={<IconSearch size={16} stroke={1.75} />}
            value={filter.key}
            onChange={(event) => setFilter({ ...filter, key: event.currentTarget.value })}
          />
          <Select
            w={130}
            aria-label={t('report.kind')}
            placeholder={t('report.kind_all')}
            clearable
            value={filter.type || null}
            data={[
              { value: 'daily', label: t('report.daily') },
              { value: 'weekly', label: t('report.weekly') },
            ]}
            onChange={(value) => setFilter({ ...filter, type: value === 'daily' || value === 'weekly' ? value : '' })}
          />
        </div>
        {tab === 'received' && (
          <div className={classes.narrow}>
            <Switch
              flex={1}
              label={t('report.only_unread')}
              checked={filter.isUnread}
              onChange={(event) => setFilter({ ...filter, isUnread: event.currentTarget.checked })}
            />
            {waiting.length > 0 && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => void markReports(waiting.slice(0, 100), 'read')}
              >
                {t('report.mark_all')}
              </Button>
            )}
          </div>
        )}
      </div>
      <div className={classes.rows}>
        {state === 'loading' && [1, 2, 3].map((each) => <Skeleton key={each} h={56} m={8} radius="md" w="auto" />)}
        {state === 'failed' && (
          <EmptyState drawing="lost" text={t('report.failed')} action={{ label: t('action.retry'), run: again }} />
        )}
        {state === 'there' && list.length === 0 && (
          <EmptyState
            drawing="done"
            text={t(isNarrowed ? 'report.none_found' : `report.none_${tab}`)}
            action={
              isNarrowed
                ? { label: t('action.clear'), run: () => setFilter(EVERYTHING) }
                : { label: t('command.report_daily'), run: onWrite }
            }
          />
        )}
        {list.length > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows between links, which Tab reaches too
          <div onKeyDown={moveFocus}>
            {groups.map((group) => (
              <section key={group.id} aria-label={group.title}>
                <h2 className={classes.group}>{group.title}</h2>
                <ul className={classes.list} aria-label={t(`report.${tab}`)}>
                  {group.list.map((report) => (
                    <Row key={report.id} report={report} tab={tab} isOpen={report.id === openId} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
        {hasMore && (
          <Button variant="subtle" onClick={more} m="sm">
            {t('action.more')}
          </Button>
        )}
      </div>
    </>
  );
}

function Row({ report, tab, isOpen }: { report: ListedReport; tab: ReportTab; isOpen: boolean }) {
  const author = useUser(report.userid);
  return (
    <li>
      <Link
        to={addressOf(report.id, tab)}
        className={classes.row}
        data-report={report.id}
        data-unread={report.isUnread || undefined}
        aria-current={isOpen || undefined}
      >
        {tab === 'received' && <UserAvatar user={author} size={32} />}
        <span className={classes.words}>
          <span className={classes.rowHead}>
            {tab === 'received' && <span className="truncate">{author?.nickname}</span>}
            <span className={classes.chip}>{t(`report.short_${report.type}`)}</span>
            <span className={classes.rowTime}>
              {listTime(report.at)}
              {report.isUnread && (
                <span className={classes.dot}>
                  <span className="visually-hidden">{t('report.unread')}</span>
                </span>
              )}
            </span>
          </span>
          <span className={classes.rowTitle}>{report.title}</span>
          {report.excerpt && <span className={classes.excerpt}>{report.excerpt}</span>}
          {tab === 'mine' && (
            <span className={classes.rowNote}>
              {t('report.read_by', { read: report.read, number: report.receivers })}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

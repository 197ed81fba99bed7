import { Button, SegmentedControl, Select, Skeleton, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { listTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { useUnreadReports } from './news.ts';
import classes from './Reports.module.css';
import { type Filter, type ListedReport, markReports, type ReportTab } from './reports.actions.ts';
import { useReports } from './useReports.ts';

const EVERYTHING: Filter = { key: '', type: '', isUnread: false };
const SEARCH_MS = 300;

interface Props {
  tab: ReportTab;
  /** The one opened beside the list. */
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
            {...(!isNarrowed && tab === 'mine' && { action: { label: t('report.write'), run: onWrite } })}
          />
        )}
        {list.length > 0 && (
          <ul className={classes.list} aria-label={t(`report.${tab}`)}>
            {list.map((report) => (
              <Row key={report.id} report={report} tab={tab} isOpen={report.id === openId} />
            ))}
          </ul>
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
        to={`/manage/report/${report.id}${tab === 'mine' ? '?tab=mine' : ''}`}
        className={classes.row}
        data-unread={report.isUnread || undefined}
        aria-current={isOpen || undefined}
      >
        <UserAvatar user={author} size={32} />
        <span className={classes.words}>
          <span className={classes.rowTitle}>{report.title}</span>
          <span className={classes.rowNote}>
            {tab === 'mine' ? t('report.read_by', { read: report.read, number: report.receivers }) : author?.nickname}
          </span>
        </span>
        <span className={classes.rowTime}>
          {listTime(report.at)}
          {report.isUnread && (
            <span className={classes.dot}>
              <span className="visually-hidden">{t('report.unread')}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

import type { ApprovalRow } from '@atrium/contract/approvals/request.ts';
import { Alert, Badge, Button, SegmentedControl, Select, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { readForms } from '#entities/approval/approval.actions.ts';
import { localTimes, stateColor, stateWords } from '#entities/approval/approvalWords.ts';
import { useApprovalNews, useWaitingApprovals } from '#entities/approval/news.ts';
import { listTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { amAdmin } from '#sync/account.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { toWire } from '#sync/time.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './Approvals.module.css';
import { type Box, boxOf, type Filter, readDelegation } from './approvals.actions.ts';
import { useApprovals } from './useApprovals.ts';

const EVERYTHING: Filter = { key: '', state: -1, form: 0 };
const SEARCH_MS = 300;
const STATES = ['returned', 'running', 'approved', 'refused', 'withdrawn'] as const;

interface Props {
  box: Box;
  /** The one opened beside the list. */
  openId: number;
  /** Counts changes of the deputy on this screen. */
  deputies: number;
  onBox: (box: Box) => void;
  onNew: () => void;
  /** Reports if the list has nothing to choose. */
  onEmpty: (isEmpty: boolean) => void;
}

/** Requests by the reader's role in them, filtered by text, form and state. */
export function ApprovalList({ box, openId, deputies, onBox, onNew, onEmpty }: Props) {
  const waiting = useWaitingApprovals();
  const [filter, setFilter] = useState(EVERYTHING);
  const [key] = useDebouncedValue(filter.key, SEARCH_MS);
  const { list, hasMore, state, more, again } = useApprovals(box, { ...filter, key });
  const isEmpty = list.length === 0;
  useEffect(() => onEmpty(isEmpty), [onEmpty, isEmpty]);
  const { data: forms } = useRequest(readForms);
  const isNarrowed = Boolean(filter.key || filter.state >= 0 || filter.form);
  const boxes = ['waiting', 'mine', 'copied', 'done', ...(amAdmin() ? (['all'] as const) : [])] as const;
  return (
    <>
      <div className={classes.filters}>
        <DeputyNow turn={deputies} />
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('approval.title')}
          value={box}
          onChange={(next) => {
            setFilter(EVERYTHING);
            onBox(boxOf(next));
          }}
          data={boxes.map((each) => ({
            value: each,
            label:
              each === 'waiting' && waiting > 0
                ? t('approval.box_waiting_n', { number: waiting })
                : t(`approval.box_${each}`),
          }))}
        />
        <TextInput
          type="search"
          aria-label={t('approval.search')}
          placeholder={t('approval.search')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={filter.key}
          onChange={(event) => setFilter({ ...filter, key: event.currentTarget.value })}
        />
        <div className={classes.narrow}>
          <Select
            flex={1}
            aria-label={t('approval.form')}
            placeholder={t('approval.form_all')}
            clearable
            value={filter.form > 0 ? String(filter.form) : null}
            data={(forms?.list ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(value) => setFilter({ ...filter, form: Number(value) || 0 })}
          />
          {box !== 'waiting' && (
            <Select
              flex={1}
              aria-label={t('approval.state')}
              placeholder={t('approval.state_all')}
              clearable
              value={filter.state >= 0 ? String(filter.state) : null}
              data={STATES.map((each, index) => ({ value: String(index), label: t(`approval.state_${each}`) }))}
              onChange={(value) => setFilter({ ...filter, state: value === null ? -1 : Number(value) })}
            />
          )}
        </div>
      </div>
      <div className={classes.rows}>
        {state === 'loading' && [1, 2, 3].map((each) => <Skeleton key={each} h={64} m={8} radius="md" w="auto" />)}
        {state === 'failed' && (
          <EmptyState drawing="lost" text={t('approval.failed')} action={{ label: t('action.retry'), run: again }} />
        )}
        {state === 'there' && list.length === 0 && (
          <EmptyState
            drawing={box === 'waiting' ? 'done' : 'board'}
            text={t(isNarrowed ? 'approval.none_found' : `approval.none_${box}`)}
            {...(!isNarrowed && box === 'mine' && { action: { label: t('approval.new'), run: onNew } })}
          />
        )}
        {list.length > 0 && (
          <ul className={classes.list} aria-label={t(`approval.box_${box}`)}>
            {list.map((row) => (
              <Row key={row.id} row={row} box={box} isOpen={row.id === openId} />
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

/** Somebody else decides at present: an empty list is no mistake. */
function DeputyNow({ turn }: { turn: number }) {
  const { data } = useRequest(readDelegation, `${useApprovalNews()} ${turn}`);
  const deputy = useUser(data?.userid ?? 0);
  const now = toWire(nowDate());
  if (!data || !deputy || data.userid === 0 || (data.from_at ?? '') > now || (data.until_at ?? '') < now) return null;
  return (
    <Alert p="xs" variant="light">
      {t('approval.deputy_now', { name: deputy.nickname, time: localTimes(data.until_at ?? '') })}
    </Alert>
  );
}

function Row({ row, box, isOpen }: { row: ApprovalRow; box: Box; isOpen: boolean }) {
  const author = useUser(row.start_user_id);
  const summary = row.summary.map(({ value }) => localTimes(value)).join(' · ');
  return (
    <li>
      <Link
        to={`/manage/approve/${row.id}${box === 'waiting' ? '' : `?box=${box}`}`}
        className={classes.row}
        aria-current={isOpen || undefined}
      >
        <UserAvatar user={author} size={32} />
        <span className={classes.words}>
          <span className={classes.rowTitle}>
            <span className="truncate">
              {row.cancels > 0 ? t('approval.cancels', { name: row.proc_def_name }) : row.proc_def_name}
            </span>
            <span className={classes.rowTime}>{listTime(row.start_time)}</span>
          </span>
          <span className={`${classes.rowNote} truncate`}>
            {[author?.nickname ?? row.start_user_name, summary].filter(Boolean).join(' · ')}
          </span>
          <span className={classes.rowEnd}>
            <Badge size="sm" variant="light" color={stateColor(row)}>
              {stateWords(row)}
            </Badge>
            {row.is_mine && box !== 'waiting' && (
              <Badge size="sm" variant="filled">
                {t('approval.your_turn')}
              </Badge>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

import type { approvalStats } from '@atrium/contract/approvals/administration.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { Badge, Group, Select, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { readForms } from '#entities/approval/approval.actions.ts';
import { stateWords } from '#entities/approval/approvalWords.ts';
import { durationWords } from '#entities/date/durationWords.ts';
import { NotYet } from '#entities/form/Problem.tsx';
import { listTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { toWire } from '#sync/time.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './Approvals.module.css';
import { readStats } from './approvals.actions.ts';
import { lastDays, PeriodField } from './PeriodField.tsx';
import { WeeksChart } from './WeeksChart.tsx';

type Stats = OutputOf<typeof approvalStats>;
const DAYS = 30;
const HOUR_S = 3600;
const wordsOfHours = (hours: number | null) => (hours === null ? '–' : durationWords(hours * HOUR_S));

/** Statistics: the duration of requests, and the steps in which they wait. */
export function StatsPage({ onBack, onPerson }: { onBack?: () => void; onPerson: (userid: number) => void }) {
  const { data: forms } = useRequest(readForms);
  const [form, setForm] = useState('');
  const [period, setPeriod] = useState(() => lastDays(nowDate(), DAYS));
  const [from, to] = period;
  const key = JSON.stringify([from, to, form]);
  const { data, problem } = useRequest<Stats | null>(
    async () =>
      from && to
        ? readStats({
            time: [toWire(new Date(`${from}T00:00:00`)), toWire(new Date(`${to}T23:59:59`))],
            ...(form && { proc_def_id: Number(form) }),
          })
        : null,
    key,
  );
  return (
    <>
      <ScreenHeader title={t('approval.stats')} {...(onBack && { back: { label: t('action.back'), run: onBack } })} />
      <div className={classes.scroll}>
        <div className={`${classes.paper} ${classes.wide}`}>
          <Stack gap="md">
            <div className={classes.narrow}>
              <PeriodField label={t('approval.period')} period={period} onChange={setPeriod} />
              <Select
                label={t('approval.form')}
                placeholder={t('approval.form_all')}
                clearable
                value={form || null}
                data={(forms?.list ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                onChange={(value) => setForm(value ?? '')}
              />
            </div>
            {!data ? (
              <NotYet problem={problem} />
            ) : data.by_state.length === 0 ? (
              <EmptyState drawing="board" text={t('approval.no_stats')} />
            ) : (
              <Figures stats={data} onPerson={onPerson} />
            )}
          </Stack>
        </div>
      </div>
    </>
  );
}

function Figures({ stats, onPerson }: { stats: Stats; onPerson: (userid: number) => void }) {
  const timed = stats.steps.filter(({ average_hours }) => average_hours !== null);
  // The server lists the slowest first.
  const slowest = timed.length > 1 ? timed[0] : undefined;
  const longest = Math.max(1, ...stats.steps.map(({ average_hours }) => average_hours ?? 0));
  return (
    <>
      <dl className={classes.figures}>
        {stats.by_state.map(({ state, requests }) => (
          <div key={state} className={classes.figure}>
            <dt>{stateWords({ state, canceled_at: null })}</dt>
            <dd>{requests}</dd>
          </div>
        ))}
        <div className={classes.figure}>
          <dt>{t('approval.average')}</dt>
          <dd>{wordsOfHours(stats.average_hours)}</dd>
        </div>
      </dl>
      {stats.by_week.length > 1 && (
        <section className={classes.section}>
          <h2>{t('approval.weeks')}</h2>
          <WeeksChart weeks={stats.by_week} />
        </section>
      )}
      <section className={classes.section}>
        <h2>{t('approval.by_step')}</h2>
        <div className={classes.tableBox} data-wide>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('approval.step')}</Table.Th>
                <Table.Th>{t('approval.form')}</Table.Th>
                <Table.Th>{t('approval.average')}</Table.Th>
                <Table.Th>{t('approval.median')}</Table.Th>
                <Table.Th>{t('approval.decided')}</Table.Th>
                <Table.Th>{t('approval.waiting')}</Table.Th>
                <Table.Th>{t('approval.overdue')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {stats.steps.map((step) => (
                <Table.Tr key={`${step.proc_def_id} ${step.name}`}>
                  <Table.Td>
                    <Group gap={6}>
                      {step.name || t('approval.approver')}
                      {step === slowest && (
                        <Badge size="sm" variant="light" color="orange">
                          {t('approval.slowest')}
                        </Badge>
                      )}
                    </Group>
                  </Table.Td>
                  <Table.Td>{step.form}</Table.Td>
                  <Table.Td>
                    {wordsOfHours(step.average_hours)}
                    {step.average_hours !== null && (
                      <span
                        className={classes.bar}
                        data-late={step.overdue > 0 || undefined}
                        style={{ width: `${(100 * step.average_hours) / longest}%` }}
                        aria-hidden="true"
                      />
                    )}
                  </Table.Td>
                  <Table.Td className={classes.number}>{wordsOfHours(step.median_hours)}</Table.Td>
                  <Table.Td>{step.decided}</Table.Td>
                  <Table.Td>{step.waiting}</Table.Td>
                  <Table.Td>{step.overdue}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </section>
      <section className={classes.section}>
        <h2>{t('approval.by_person')}</h2>
        <div className={classes.tableBox} data-wide>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('approval.approver')}</Table.Th>
                <Table.Th>{t('approval.average')}</Table.Th>
                <Table.Th>{t('approval.decided')}</Table.Th>
                <Table.Th>{t('approval.waiting')}</Table.Th>
                <Table.Th>{t('approval.oldest')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {stats.people.map((person) => (
                <Table.Tr key={person.userid}>
                  <Table.Td>
                    <Person userid={person.userid} name={person.nickname} onPerson={onPerson} />
                  </Table.Td>
                  <Table.Td className={classes.number}>{wordsOfHours(person.average_hours)}</Table.Td>
                  <Table.Td>{person.decided}</Table.Td>
                  <Table.Td>{person.waiting}</Table.Td>
                  <Table.Td>{person.oldest_at ? listTime(person.oldest_at) : '–'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </section>
    </>
  );
}

function Person({ userid, name, onPerson }: { userid: number; name: string; onPerson: (userid: number) => void }) {
  const user = useUser(userid);
  return (
    <button type="button" className={classes.author} onClick={() => onPerson(userid)}>
      <UserAvatar user={user} size={24} />
      <span>{user?.nickname ?? name}</span>
    </button>
  );
}

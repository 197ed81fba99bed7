import type { TeamList, TeamStats } from '@atrium/contract/people/team.ts';
import { ActionIcon, Group, Select, Text } from '@mantine/core';
import {
  IconAlarm,
  IconCalendarDue,
  IconChecklist,
  IconCircleCheck,
  IconRefresh,
  IconUserQuestion,
} from '@tabler/icons-react';
import { useState } from 'react';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Team.module.css';
import { TeamMembers } from './TeamMembers.tsx';
import { TeamPriorities } from './TeamPriorities.tsx';
import { TeamTasks } from './TeamTasks.tsx';
import { type HeadedDepartments, readHeads, readTeam, type TeamTaskFilter } from './team.actions.ts';

/** The workload of the people in one's departments; every number links to its tasks. */
export function TeamTab({ onTask }: { onTask: (taskId: number) => void }) {
  const [head, setHead] = useState(0);
  const [round, setRound] = useState(0);
  const [wish, setWish] = useState<TeamTaskFilter>({ type: 'uncompleted' });
  const { data: stats, problem } = useRequest(() => readTeam(head, round > 0), `${head} ${round}`);
  if (!stats) {
    if (!problem) return <LoadingPlaceholder label={t('state.loading')} />;
    return (
      <Text c="red" role="alert">
        {problem}
      </Text>
    );
  }
  return (
    <>
      <Group gap="sm" justify="space-between">
        <Text size="sm" c="dimmed">
          {t('team.members', { count: stats.member_count })}
        </Text>
        <Group gap="xs">
          <HeadChoice
            head={head}
            onChoose={(next) => {
              setHead(next);
              setWish({ type: 'uncompleted' });
            }}
          />
          <Tooltip label={t('team.refresh')}>
            <ActionIcon aria-label={t('team.refresh')} onClick={() => setRound(round + 1)}>
              <IconRefresh size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <Cards stats={stats} wish={wish} onWish={setWish} />
      <div className={classes.pair}>
        <TeamMembers
          members={stats.members}
          chosen={wish.member_id ?? 0}
          onChoose={(member_id) => setWish(member_id ? { type: 'uncompleted', member_id } : { type: 'uncompleted' })}
        />
        <TeamPriorities
          priority={stats.priority}
          chosen={wish.level}
          onChoose={(level) => setWish(level === undefined ? { type: 'uncompleted' } : { type: 'uncompleted', level })}
        />
      </div>
      <TeamTasks
        key={`${head} ${JSON.stringify(wish)}`}
        head={head}
        wish={wish}
        title={titleOf(wish, stats)}
        version={stats.generated_at}
        onTask={onTask}
      />
    </>
  );
}

function titleOf({ type = 'uncompleted', member_id, level }: TeamTaskFilter, stats: TeamStats): string {
  if (member_id) return stats.members.find((member) => member.userid === member_id)?.nickname ?? '';
  if (level !== undefined) return stats.priority.find((row) => row.level === level)?.name || t('team.no_priority');
  return t(`team.${type}`);
}

/** An administrator sees all departments, or those of one head. */
function HeadChoice({ head, onChoose }: { head: number; onChoose: (head: number) => void }) {
  const isAdmin = me()?.identity.includes('admin') ?? false;
  const { data: heads } = useRequest<readonly HeadedDepartments[]>(
    async () => (isAdmin ? readHeads() : []),
    `${isAdmin}`,
  );
  if (!heads || heads.length < 2) return null;
  return (
    <Select
      size="xs"
      w={200}
      aria-label={t('team.departments')}
      allowDeselect={false}
      value={String(head)}
      data={[
        { value: '0', label: t('team.departments_all') },
        ...heads.map(({ userid, names }) => ({ value: String(userid), label: names })),
      ]}
      onChange={(value) => onChoose(Number(value))}
    />
  );
}

const ICONS = { uncompleted: IconChecklist, overdue: IconAlarm, soon: IconCalendarDue, noowner: IconUserQuestion };

interface CardsProps {
  stats: TeamStats;
  wish: TeamTaskFilter;
  onWish: (wish: TeamTaskFilter) => void;
}
function Cards({ stats: { blocks }, wish, onWish }: CardsProps) {
  const cards: [keyof typeof ICONS, number, string][] = [
    ['uncompleted', blocks.uncompleted, ''],
    [
      'overdue',
      blocks.overdue,
      blocks.overdue_owner_count > 0 ? t('team.overdue_people', { count: blocks.overdue_owner_count }) : '',
    ],
    ['soon', blocks.due_soon, ''],
    ['noowner', blocks.no_owner, ''],
  ];
  const isOn = (type: TeamList) => wish.type === type && !wish.member_id && wish.level === undefined;
  return (
    <div className={classes.cards}>
      {cards.map(([type, number, more]) => {
        const Icon = ICONS[type];
        return (
          <button
            key={type}
            type="button"
            className={classes.card}
            data-kind={type}
            data-zero={number === 0 || undefined}
            aria-pressed={isOn(type)}
            onClick={() => onWish({ type })}
          >
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            <strong>{number}</strong>
            <span>{t(`team.${type}`)}</span>
            {more && <small>{more}</small>}
          </button>
        );
      })}
      <div className={classes.card} data-still>
        <IconCircleCheck size={20} stroke={1.75} aria-hidden="true" />
        <strong>{blocks.week_completed}</strong>
        <span>{t('dashboard.completed')}</span>
        <small>{t('team.last_week', { count: blocks.last_week_completed })}</small>
      </div>
    </div>
  );
}

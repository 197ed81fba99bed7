import { dashboard, ownParts, projectList } from '@atrium/client/select.ts';
import type { Task } from '@atrium/contract/tasks.ts';
import { ActionIcon, Button, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import {
  IconAlarm,
  IconAlignLeft,
  IconCalendarDue,
  IconChecklist,
  IconChevronDown,
  IconPlus,
  IconSearch,
  IconStar,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { CompleteButton } from '#entities/task/CompleteButton.tsx';
import { DueChip } from '#entities/task/DueChip.tsx';
import { useJustCompleted } from '#entities/task/justCompleted.ts';
import { newTask } from '#entities/task/newTask.ts';
import { OwnParts } from '#entities/task/OwnParts.tsx';
import { StatusChip } from '#entities/task/StatusChip.tsx';
import { TaskMenu } from '#entities/task/TaskMenu.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { useClientState } from '#sync/useClient.ts';
import { useRow, useSelect } from '#sync/useStore.ts';
import { useWireClock } from '#sync/useWireClock.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { type Point, PointMenu } from '#ui/PointMenu.tsx';
import { cardTint } from '#ui/palette.ts';
import { useGrowing } from '#ui/useGrowing.ts';
import { useIsPhone } from '#ui/useIsPhone.ts';
import { Waiting } from '#ui/Waiting.tsx';
import classes from './DashboardScreen.module.css';

interface Props {
  onTask: (taskId: number) => void;
  onNewProject: () => void;
  /** On a phone, which has no sidebar. */
  onSearch: () => void;
}

const BUCKETS = ['overdue', 'today', 'todo', 'assist'] as const;
type Bucket = (typeof BUCKETS)[number];
const KEY = 'dashboard.closed';
function storedClosed(): ReadonlySet<Bucket> {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? '[]') as Bucket[]);
  } catch {
    return new Set();
  }
}
const ICONS = { overdue: IconAlarm, today: IconCalendarDue, todo: IconChecklist } as const;

export function DashboardScreen({ onTask, onNewProject, onSearch }: Props) {
  const me = useUser(useMe());
  const clock = useWireClock();
  const isPhone = useIsPhone();
  const completed = useJustCompleted();
  const buckets = useSelect(['task'], (store) => dashboard(store, clock, completed.ids), [clock, completed.ids]);
  const parts = useSelect(['task'], ownParts, []);
  const projects = useSelect(['project'], projectList, []);
  const state = useClientState();
  const [closed, setClosed] = useState<ReadonlySet<Bucket>>(storedClosed);
  const counted = (list: readonly Task[]) => list.filter((task) => !task.complete_at).length;
  const isEmpty = BUCKETS.every((bucket) => buckets[bucket].length === 0);
  const hasCompleted = BUCKETS.some((bucket) => buckets[bucket].some((task) => task.complete_at));
  const toggle = (bucket: Bucket) => {
    const next = new Set(closed);
    if (!next.delete(bucket)) next.add(bucket);
    localStorage.setItem(KEY, JSON.stringify([...next]));
    setClosed(next);
  };
  // Nothing is said of what is not known yet.
  if (state === 'loading' && isEmpty && projects.length === 0) return <Waiting label={t('state.loading')} />;
  return (
    <div className={classes.page}>
      <div className={classes.inner}>
        <header className={classes.hello}>
          <Title order={1}>{greeting(me?.nickname ?? '')}</Title>
          <Text c="dimmed">{t('dashboard.text')}</Text>
          {isPhone && (
            <span className={classes.search}>
              <ActionIcon component={Link} to="/manage/favorite" size="lg" aria-label={t('favorite.title')}>
                <IconStar size={20} stroke={1.75} />
              </ActionIcon>
              <ActionIcon size="lg" aria-label={t('nav.search')} onClick={onSearch}>
                <IconSearch size={20} stroke={1.75} />
              </ActionIcon>
            </span>
          )}
        </header>
        <div className={classes.numbers}>
          {(['overdue', 'today', 'todo'] as const).map((bucket) => {
            const Icon = ICONS[bucket];
            return (
              <a
                key={bucket}
                href={`#${bucket}`}
                onClick={() => closed.has(bucket) && toggle(bucket)}
                className={classes.number}
                data-kind={bucket}
                data-zero={counted(buckets[bucket]) === 0 || undefined}
              >
                <Icon size={20} stroke={1.75} />
                <strong>{counted(buckets[bucket])}</strong>
                <span>{t(`dashboard.${bucket}`)}</span>
              </a>
            );
          })}
        </div>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => newTask()}
          className={classes.clear}
        >
          {t('task.new')}
        </Button>
        {hasCompleted && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={completed.clear} className={classes.clear}>
            {t('dashboard.clear')}
          </Button>
        )}
        {isEmpty && state === 'loading' && [1, 2, 3].map((each) => <Skeleton key={each} h={44} radius="md" />)}
        {isEmpty && state !== 'loading' && <EmptyState drawing="done" text={t('dashboard.none')} />}
        {BUCKETS.filter((bucket) => buckets[bucket].length > 0).map((bucket) => (
          <section key={bucket} id={bucket} className={classes.bucket} aria-label={t(`dashboard.${bucket}`)}>
            <UnstyledButton
              className={classes.bucketHead}
              aria-expanded={!closed.has(bucket)}
              onClick={() => toggle(bucket)}
            >
              <IconChevronDown size={16} data-closed={closed.has(bucket) || undefined} />
              {t(`dashboard.${bucket}`)}
              <span className={classes.count}>{counted(buckets[bucket])}</span>
            </UnstyledButton>
            {!closed.has(bucket) && <TaskLines tasks={buckets[bucket]} parts={parts} onTask={onTask} />}
          </section>
        ))}
        <section className={classes.bucket} aria-label={t('nav.projects')}>
          <h2 className={classes.projectsHead}>{t('nav.projects')}</h2>
          <div className={classes.projects}>
            {projects.slice(0, 8).map((project) => (
              <Link key={project.id} to={`/manage/project/${project.id}`} className={classes.project}>
                <span className="truncate">{project.name}</span>
                <span className={classes.bar} aria-hidden="true">
                  <span style={{ width: `${project.task_percent ?? 0}%` }} />
                </span>
                <small>{t('project.progress', { done: project.task_complete ?? 0, all: project.task_num ?? 0 })}</small>
              </Link>
            ))}
            <button type="button" className={classes.newProject} onClick={onNewProject}>
              {t('project.new')}
            </button>
          </div>
        </section>
      </div>
    </div>
  );
}

interface LinesProps {
  tasks: readonly Task[];
  parts: ReadonlyMap<number, number>;
  onTask: (id: number) => void;
}

function TaskLines({ tasks, parts, onTask }: LinesProps) {
  const { shown, end } = useGrowing(tasks.length);
  return (
    <ul className={classes.rows}>
      {tasks.slice(0, shown).map((task) => (
        <TaskLine
          key={task.id}
          task={task}
          parts={parts.get(task.id) ?? 0}
          onOpen={() => onTask(task.parent_id || task.id)}
        />
      ))}
      {end && <li key={`end ${shown}`} ref={end} aria-hidden="true" />}
    </ul>
  );
}

function TaskLine({ task, parts, onOpen }: { task: Task; parts: number; onOpen: () => void }) {
  const project = useRow('project', task.project_id);
  const [menu, setMenu] = useState<Point | null>(null);
  return (
    <li
      className={classes.row}
      data-done={Boolean(task.complete_at) || undefined}
      data-tinted={task.color !== '' || undefined}
      style={{ backgroundColor: cardTint(task.color) }}
      onContextMenu={(event) => {
        event.preventDefault();
        setMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      {task.p_color && (
        <span className={classes.stripe} style={{ backgroundColor: task.p_color }} title={task.p_name} />
      )}
      <CompleteButton task={task} />
      <span className={classes.status}>
        <StatusChip task={task} />
      </span>
      <UnstyledButton className={classes.open} onClick={onOpen}>
        {task.parent_id > 0 && <span className={classes.sub}>{t('task.subtask')}</span>}
        <OwnParts count={parts} />
        <span className={classes.name}>
          {task.name}
          {task.desc && <IconAlignLeft size={14} stroke={1.75} className={classes.mark} aria-label={t('task.desc')} />}
        </span>
        <span className={classes.where}>{project?.name ?? task.project_name}</span>
        {task.sub_num > 0 && (
          <span className={classes.where}>
            {task.sub_complete}/{task.sub_num}
          </span>
        )}
        <DueChip task={task} />
      </UnstyledButton>
      <PointMenu at={menu} onClose={() => setMenu(null)}>
        <TaskMenu task={task} onOpen={onOpen} />
      </PointMenu>
    </li>
  );
}

/** The workspace's own words, where it has some. */
function greeting(name: string): string {
  const own = client.setting?.system_welcome;
  return own ? own.replaceAll('{username}', name) : t(`dashboard.hello_${partOfDay()}`, { name });
}

function partOfDay(): 'morning' | 'day' | 'evening' {
  const hour = new Date().getHours();
  // In the middle of the night it is neither.
  if (hour < 4) return 'day';
  return hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'day';
}

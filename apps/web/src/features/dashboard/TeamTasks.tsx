import type { TeamTask } from '@atrium/contract/people/team.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { AvatarGroup, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { shortDay } from '#sync/dates.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { parseWire } from '#sync/time.ts';
import classes from './Team.module.css';
import { readTeamTasks, type TeamTaskFilter } from './team.actions.ts';

interface Props {
  head: number;
  wish: TeamTaskFilter;
  title: string;
  /** The time of the figures. */
  version: string;
  onTask: (taskId: number) => void;
}

/** The tasks behind a number, most urgent first. */
export function TeamTasks({ head, wish, title, version, onTask }: Props) {
  const [pages, setPages] = useState(1);
  const { data: found } = useRequest(
    () => Promise.all(Array.from({ length: pages }, (_, index) => readTeamTasks(head, wish, index + 1))),
    JSON.stringify([head, wish, pages, version]),
  );
  const tasks = found?.flatMap((page) => page.tasks);
  const total = found?.[0]?.total ?? 0;
  return (
    <section className={classes.tasks} aria-label={title}>
      <h2>
        {title} <span>{tasks && total}</span>
      </h2>
      {tasks?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('team.none')}
        </Text>
      )}
      {tasks && tasks.length > 0 && (
        <ul className={classes.rows}>
          {tasks.map((task) => (
            <li key={task.id}>
              <TaskRow task={task} onTask={onTask} />
            </li>
          ))}
        </ul>
      )}
      {tasks && tasks.length < total && (
        <Button size="compact-sm" variant="subtle" mt={6} onClick={() => setPages(pages + 1)}>
          {t('dashboard.more', { count: total - tasks.length })}
        </Button>
      )}
    </section>
  );
}

/** A task of another project can be read here but not opened. */
function TaskRow({ task, onTask }: { task: TeamTask; onTask: (taskId: number) => void }) {
  const owners = useUsers(task.owners);
  const inside = (
    <>
      {task.p_color && <i className={classes.stripe} style={{ backgroundColor: task.p_color }} title={task.p_name} />}
      <span className={classes.name}>{task.name}</span>
      <span className={classes.where}>{task.project_name}</span>
      {task.end_at && (
        <time data-late={task.overdue || undefined} dateTime={task.end_at}>
          {shortDay(parseWire(task.end_at))}
        </time>
      )}
      <AvatarGroup>
        {owners.slice(0, 3).map((user, index) => (
          <UserAvatar key={user?.userid ?? index} user={user} size={20} withName />
        ))}
      </AvatarGroup>
    </>
  );
  if (!task.can_open) return <span className={classes.task}>{inside}</span>;
  return (
    <button type="button" className={classes.task} onClick={() => onTask(task.parent_id || task.id)}>
      {inside}
    </button>
  );
}

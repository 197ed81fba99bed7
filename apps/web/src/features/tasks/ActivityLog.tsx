import type { OutputOf } from '@atrium/contract/kit.ts';
import type { projectLog } from '@atrium/contract/projects.ts';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { listTime } from '#entities/message/time.ts';
import { readLog } from '#entities/task/task.actions.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from './ActivityLog.module.css';

type Entry = OutputOf<typeof projectLog>['data'][number];

/** What happened to a task, newest first; asked for again when the task changes. */
export function ActivityLog({ taskId, version }: { taskId: number; version: string }) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    let isWanted = version !== '';
    readLog(taskId).then(
      (page) => isWanted && setEntries(page.data),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [taskId, version]);
  if (entries.length === 0) return null;
  return (
    <section aria-label={t('task.activity')}>
      <Text fw={600} size="sm" mb={6}>
        {t('task.activity')}
      </Text>
      <ol className={classes.list}>
        {entries.map((entry) => (
          <LogLine key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function LogLine({ entry }: { entry: Entry }) {
  const user = useUser(entry.userid);
  const key = `log.${entry.detail}` as 'log.task.create';
  return (
    <li className={classes.line}>
      <UserAvatar user={user} size={20} />
      <span>
        <strong>{user?.nickname}</strong> {t(key)}
      </span>
      <time>{listTime(entry.created_at)}</time>
    </li>
  );
}

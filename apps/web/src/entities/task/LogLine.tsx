import type { OutputOf } from '@atrium/contract/kit.ts';
import type { projectLog } from '@atrium/contract/projects.ts';
import type { ReactNode } from 'react';
import { listTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from './LogLine.module.css';

export type LogEntry = OutputOf<typeof projectLog>['data'][number];

/** One line of a log: who did what, when; `children` say to what where that is not clear. */
export function LogLine({ entry, children }: { entry: LogEntry; children?: ReactNode }) {
  const user = useUser(entry.userid);
  const key = `log.${entry.detail}` as 'log.task.create';
  return (
    <li className={classes.line}>
      <UserAvatar user={user} size={20} />
      <span>
        <strong>{entry.userid > 0 ? user?.nickname : t('shelf.system')}</strong> {t(key)} {children}
      </span>
      <time>{listTime(entry.created_at)}</time>
    </li>
  );
}

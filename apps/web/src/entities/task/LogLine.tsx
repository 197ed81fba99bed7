import type { OutputOf } from '@atrium/contract/kit.ts';
import type { projectLog } from '@atrium/contract/projects/projects.ts';
import { Anchor } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { clockTime, listTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { momentRange } from '#sync/dates.ts';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import classes from './LogLine.module.css';

export type LogEntry = OutputOf<typeof projectLog>['data'][number];

/** One log entry: who did what, and when. `children` names its subject if that is not clear. */
export function LogLine({ entry, children }: { entry: LogEntry; children?: ReactNode }) {
  const user = useUser(entry.userid);
  return (
    <li className={classes.line}>
      <UserAvatar user={user} size={20} />
      <span>
        <strong>{nameOf(entry.userid, user)}</strong> {entry.detail} {children}
        <Details entry={entry} />
      </span>
      <time>{listTime(entry.created_at)}</time>
    </li>
  );
}

/** One person's entries under their name. */
export function LogOfPerson({ entries, onTask }: { entries: readonly LogEntry[]; onTask: (taskId: number) => void }) {
  const userid = entries[0]?.userid ?? 0;
  const user = useUser(userid);
  const headId = useId();
  return (
    <div role="group" className={classes.person} aria-labelledby={headId}>
      <h4 id={headId}>
        <UserAvatar user={user} size={24} />
        {nameOf(userid, user)}
      </h4>
      <ol>
        {entries.map((entry) => (
          <li key={entry.id} className={classes.line}>
            <span>
              {entry.detail} <TaskOf entry={entry} onTask={onTask} />
              <Details entry={entry} />
            </span>
            <time>{clockTime(entry.created_at)}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}

function TaskOf({ entry: { project_task: task }, onTask }: { entry: LogEntry; onTask: (taskId: number) => void }) {
  if (!task) return null;
  return (
    <Anchor component="button" size="sm" onClick={() => onTask(task.parent_id || task.id)}>
      {task.name}
    </Anchor>
  );
}

const nameOf = (userid: number, user: { nickname: string } | undefined) =>
  userid > 0 ? user?.nickname : t('hidden_tasks.system');

/** A text, or a time range; '' if there was none. */
function words(value: unknown): string {
  if (typeof value === 'string') return value;
  const [start, end] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof start !== 'string' || typeof end !== 'string') return '';
  return momentRange(parseWire(start), parseWire(end));
}
/** Log entries whose values are codes for programs, which are not shown. */
const CODED = new Set(['task.loop']);

/** The old and new value, the subtask, and the reason. */
function Details({ entry: { word, record, project_task } }: { entry: LogEntry }) {
  const { name } = (record['subtask'] ?? {}) as { name?: string };
  // The subtask is not named again if it is named beside the line.
  const subtask = name === project_task?.name ? undefined : name;
  const [before, after] = Array.isArray(record['change']) && !CODED.has(word) ? record['change'].map(words) : [];
  const isChange = before !== after;
  const remark = words(record['remark']);
  if (!subtask && !isChange && !remark) return null;
  return (
    <small className={classes.details}>
      {subtask && <span>{subtask}</span>}
      {isChange && (
        <span>
          {before || '–'} → {after || '–'}
        </span>
      )}
      {remark && <q>{remark}</q>}
    </small>
  );
}

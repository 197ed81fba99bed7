import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Button, Text } from '@mantine/core';
import { listTime } from '#entities/message/time.ts';
import classes from '#entities/task/LogLine.module.css';
import { type Handoff, handOver, readHandoffs } from '#entities/task/menu/handingOver.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser, useUsers } from '#entities/user/useUsers.ts';
import { formatList, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import list from './ActivityLog.module.css';

/** The previous owners of a task with notes, newest first; reloaded when the task changes. */
export function Handoffs({ task }: { task: Task }) {
  const { id, updated_at: version } = task;
  const { data, show } = useRequest(() => readHandoffs(id), `${id} ${version}`);
  if (!data) return null;
  const { lists: rows, has_more: hasMore, can_assign: canAssign } = data;
  const more = async () => {
    const found = await readHandoffs(id, rows.at(-1)?.id).catch(() => null);
    if (found) show({ ...data, lists: [...rows, ...found.lists], has_more: found.has_more });
  };
  return (
    <>
      {canAssign && (
        <Button size="compact-sm" variant="light" mb={8} onClick={() => handOver(task)}>
          {t('handoff.title')}
        </Button>
      )}
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('handoff.none')}
        </Text>
      )}
      <ol className={list.list}>
        {rows.map((row) => (
          <HandoffLine key={row.id} row={row} />
        ))}
      </ol>
      {hasMore && (
        <Button size="compact-sm" variant="subtle" onClick={() => void more()}>
          {t('hidden_tasks.more')}
        </Button>
      )}
    </>
  );
}

function HandoffLine({ row: { userid, source, before, owners, note, created_at } }: { row: Handoff }) {
  const user = useUser(userid);
  const [had, has] = [useNames(before), useNames(owners)];
  return (
    <li className={classes.line}>
      <UserAvatar user={user} size={20} />
      <span>
        <strong>{userid > 0 ? user?.nickname : t('hidden_tasks.system')}</strong>{' '}
        {t(`handoff.by_${source}` as 'handoff.by_assign')}
        <small className={classes.details}>
          <span>{had === has || before.length === 0 ? has : `${had} → ${has}`}</span>
          {note && <q>{note}</q>}
        </small>
      </span>
      <time>{listTime(created_at)}</time>
    </li>
  );
}

function useNames(userids: readonly number[]): string {
  const users = useUsers(userids);
  return userids.length === 0 ? t('handoff.nobody') : formatList(users.map((user) => user?.nickname ?? '…'));
}

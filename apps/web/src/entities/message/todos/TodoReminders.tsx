import type { Todo } from '@atrium/contract/chat/messages.ts';
import { CloseButton, Group, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { cancelReminder } from '#entities/message/message.actions.ts';
import { useUsers } from '#entities/user/useUsers.ts';
import { formatList, t } from '#sync/language.ts';
import { isAwaited, momentWords } from './reminders.ts';

interface Props {
  messageId: number;
  list: readonly Todo[];
  me: number;
  /** True if others' reminders may be removed too. */
  mayAskOthers: boolean;
  onChange: (list: readonly Todo[]) => void;
}

/** Each person's reminder, with a button to remove it. */
export function TodoReminders({ messageId, list, me, mayAskOthers, onChange }: Props) {
  const open = list.filter((row) => !row.done_at);
  const times = [...Map.groupBy(open.filter(isAwaited), (row) => row.remind_at)].sort(([a], [b]) => (a < b ? -1 : 1));
  const cancel = (userids: readonly number[]) => {
    onChange(list.map((row) => (userids.includes(row.userid) ? { ...row, remind_at: null } : row)));
    cancelReminder(messageId, userids).catch(() => onChange(list));
  };
  return times.map(([at, rows]) => {
    const userids = rows.map((row) => row.userid);
    const own = mayAskOthers ? userids : userids.filter((userid) => userid === me);
    return (
      <Group key={at} gap={6} wrap="nowrap">
        <IconBell size={14} stroke={1.75} aria-label={t('todo.remind')} />
        <Text size="xs" flex={1}>
          {momentWords(at)}
          {rows.length < open.length && <Names userids={userids} />}
        </Text>
        {own.length > 0 && (
          <CloseButton
            size="xs"
            aria-label={t('todo.remind_off', { time: momentWords(at) })}
            onClick={(event) => {
              // The button disappears, so its container gets the focus.
              event.currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus();
              cancel(own);
            }}
          />
        )}
      </Group>
    );
  });
}

const NAMED = 3;

function Names({ userids }: { userids: readonly number[] }) {
  const users = useUsers(userids.slice(0, NAMED));
  const more = userids.length - users.length;
  return ` · ${formatList([...users.map((user) => user?.nickname ?? ''), ...(more > 0 ? [`+${more}`] : [])])}`;
}

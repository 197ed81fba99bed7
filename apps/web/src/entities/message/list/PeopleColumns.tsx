import { Group, Loader, ScrollArea, Text } from '@mantine/core';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from './PeopleColumns.module.css';

interface Column {
  title: 'readers.read' | 'readers.unread' | 'todo.open' | 'todo.finished';
  userids: readonly number[];
}

/** People in two columns: read and unread, to do and done. */
export function PeopleColumns({ columns, isLoading }: { columns: readonly Column[]; isLoading: boolean }) {
  if (isLoading) return <Loader size="sm" />;
  return (
    <div className={classes.columns}>
      {columns.map(({ title, userids }) => (
        <section key={title}>
          <Text size="xs" fw={600} c="dimmed" mb={6}>
            {t(title, { count: userids.length })}
          </Text>
          <ScrollArea.Autosize mah={240}>
            <People userids={userids} />
          </ScrollArea.Autosize>
        </section>
      ))}
    </div>
  );
}

function People({ userids }: { userids: readonly number[] }) {
  const users = useUsers(userids);
  return (
    <ul className={classes.people}>
      {users.map((user, index) => (
        <li key={userids[index]}>
          <Group gap={8} wrap="nowrap">
            <UserAvatar user={user} size={24} />
            <span className="truncate">{user?.nickname}</span>
          </Group>
        </li>
      ))}
    </ul>
  );
}

import { Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { readersOf } from './message.actions.ts';

interface Reader {
  userid: number;
  read_at: string | null;
}

/** Who has read a message and who has not. */
export function ReadersModal({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const [readers, setReaders] = useState<readonly Reader[] | null>(null);
  useEffect(() => {
    readersOf(messageId).then(setReaders, () => setReaders([]));
  }, [messageId]);
  const read = readers?.filter((reader) => reader.read_at) ?? [];
  const unread = readers?.filter((reader) => !reader.read_at) ?? [];
  return (
    <Modal opened onClose={onClose} title={t('readers.title')} size="sm">
      {readers === null ? (
        <Loader size="sm" />
      ) : (
        <Stack gap="lg">
          <People title={t('readers.read', { count: read.length })} list={read} />
          <People title={t('readers.unread', { count: unread.length })} list={unread} />
        </Stack>
      )}
    </Modal>
  );
}

function People({ title, list }: { title: string; list: readonly Reader[] }) {
  if (list.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} c="dimmed">
        {title}
      </Text>
      {list.map((reader) => (
        <Person key={reader.userid} userid={reader.userid} />
      ))}
    </Stack>
  );
}

function Person({ userid }: { userid: number }) {
  const user = useUser(userid);
  return (
    <Group gap="sm">
      <UserAvatar user={user} size={32} />
      <span>{user?.nickname}</span>
    </Group>
  );
}

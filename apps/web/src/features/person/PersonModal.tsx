import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { fullTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';

interface Props {
  userid: number;
  onClose: () => void;
  onChat: (userid: number) => void;
}

/** Who someone is, and the way to talk to them. */
export function PersonModal({ userid, onClose, onChat }: Props) {
  const user = useUser(userid);
  const rows: [string, string][] = user
    ? [
        [t('field.email'), user.email],
        [t('field.profession'), user.profession || '–'],
        [t('person.last_seen'), user.online ? t('user.online') : user.line_at ? fullTime(user.line_at) : '–'],
        ...(user.delete_at ? [[t('person.deleted_at'), fullTime(user.delete_at)] as [string, string]] : []),
        ...(user.disable_at && !user.delete_at
          ? [[t('person.resigned_at'), fullTime(user.disable_at)] as [string, string]]
          : []),
      ]
    : [];
  return (
    <Modal opened onClose={onClose} size={600} title={t('person.title')} zIndex={350}>
      <Stack gap="lg">
        <Group gap="lg">
          <UserAvatar user={user} size={64} withPresence />
          <div>
            <Group gap="xs">
              <Text size="xl" fw={600}>
                {user?.nickname}
              </Text>
              {user?.delete_at ? (
                <Badge color="red">{t('user.deleted')}</Badge>
              ) : (
                user?.disable_at && <Badge color="gray">{t('user.resigned')}</Badge>
              )}
            </Group>
            <Text c="dimmed">{user?.profession}</Text>
          </div>
        </Group>
        <dl style={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '8px 24px', margin: 0 }}>
          {rows.map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt style={{ color: 'var(--ink-3)' }}>{label}</dt>
              <dd style={{ margin: 0, overflowWrap: 'anywhere' }}>{value}</dd>
            </div>
          ))}
        </dl>
        <Group justify="flex-end">
          <Button
            leftSection={<IconMessageCircle size={18} />}
            disabled={Boolean(user?.delete_at)}
            onClick={() => onChat(userid)}
          >
            {t('person.chat')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

import type { UserBasic } from '@atrium/contract/people/users.ts';
import { Badge, Checkbox, Group, Text } from '@mantine/core';
import { t } from '#sync/language.ts';
import { OverflowText } from '#ui/lists/OverflowText.tsx';
import { UserAvatar } from './UserAvatar.tsx';

interface Props {
  user: UserBasic;
  isPicked: boolean;
  isDisabled: boolean;
  onToggle: () => void;
}

/** A person who can be chosen. */
export function PickerRow({ user, isPicked, isDisabled, onToggle }: Props) {
  return (
    <Checkbox
      checked={isPicked}
      disabled={isDisabled}
      onChange={onToggle}
      py={6}
      styles={{ body: { alignItems: 'center' }, label: { width: '100%' }, labelWrapper: { flex: 1 } }}
      label={
        <Group gap="sm" wrap="nowrap">
          <UserAvatar user={user} size={32} withPresence />
          <OverflowText text={user.nickname} />
          {user.bot > 0 && <Badge size="xs">{t('user.bot')}</Badge>}
          <Text size="xs" c="dimmed" ml="auto" truncate>
            {user.profession || user.email}
          </Text>
        </Group>
      }
    />
  );
}

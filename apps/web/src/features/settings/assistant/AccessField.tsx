import type { VendorSetting } from '@atrium/contract/chat/assistants.ts';
import { Button, Group, Select } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { AvatarGroup, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';

interface Props extends Pick<VendorSetting, 'access' | 'userids'> {
  onAccess: (access: VendorSetting['access']) => void;
  onUserids: (userids: number[]) => void;
}
const MAX_PEOPLE = 1000;

/** The people who may use an assistant. */
export function AccessField({ access, userids, onAccess, onUserids }: Props) {
  const [isPicking, setPicking] = useState(false);
  const people = useUsers(userids);
  return (
    <>
      <Select
        label={t('assistant.access')}
        data={[
          { value: 'all', label: t('assistant.access_all') },
          { value: 'some', label: t('assistant.access_some') },
        ]}
        value={access}
        allowDeselect={false}
        onChange={(value) => onAccess(value === 'some' ? 'some' : 'all')}
      />
      {access === 'some' && (
        <Group gap="xs">
          <AvatarGroup>
            {people.map((person) => person && <UserAvatar key={person.userid} user={person} size={24} />)}
          </AvatarGroup>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconUserPlus size={16} stroke={1.75} />}
            onClick={() => setPicking(true)}
          >
            {t('assistant.access_choose')}
          </Button>
        </Group>
      )}
      {isPicking && (
        <UserPicker
          title={t('assistant.access')}
          chosen={userids}
          max={MAX_PEOPLE}
          onClose={() => setPicking(false)}
          onDone={(next) => {
            setPicking(false);
            onUserids(next);
          }}
        />
      )}
    </>
  );
}

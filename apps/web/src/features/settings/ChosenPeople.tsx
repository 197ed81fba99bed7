import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { AvatarGroup, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';

interface Props {
  title: string;
  userids: readonly number[];
  onChange: (userids: number[]) => void;
}

const MOST = 200;

/** The people named in a rule. */
export function ChosenPeople({ title, userids, onChange }: Props) {
  const [isPicking, setPicking] = useState(false);
  const people = useUsers(userids);
  return (
    <Group gap="xs">
      {people.length > 0 && (
        <AvatarGroup>
          {people.map((user, index) => (
            <UserAvatar key={user?.userid ?? -index} user={user} size={24} withName />
          ))}
        </AvatarGroup>
      )}
      <Button variant="default" size="compact-md" onClick={() => setPicking(true)}>
        {t('system.project_add.choose')}
      </Button>
      {isPicking && (
        <UserPicker
          title={title}
          chosen={userids}
          max={MOST}
          onClose={() => setPicking(false)}
          onDone={(next) => {
            setPicking(false);
            onChange(next);
          }}
        />
      )}
    </Group>
  );
}

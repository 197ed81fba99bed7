import { Button, FileButton, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { PICTURE_KINDS } from '#entities/user/picture.actions.ts';
import { removePicture, showPicture } from '#entities/user/profile.actions.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';

/** The person's own avatar; a new one applies as soon as it is chosen. */
export function OwnPicture() {
  const user = useUser(useMe());
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const act = async (change: Promise<string>) => {
    setBusy(true);
    setProblem(await change);
    setBusy(false);
  };
  const hasOwn = user?.userimg.includes('/picture/') ?? false;
  return (
    <Group gap="md">
      <UserAvatar user={user} size={64} />
      <Group gap="xs">
        <FileButton accept={PICTURE_KINDS} onChange={(file) => file && void act(showPicture(file))}>
          {(props) => (
            <Button {...props} variant="default" size="sm" loading={isBusy}>
              {t('picture.choose')}
            </Button>
          )}
        </FileButton>
        {hasOwn && (
          <Button variant="subtle" color="gray" size="sm" disabled={isBusy} onClick={() => void act(removePicture())}>
            {t('picture.remove')}
          </Button>
        )}
      </Group>
      {problem && (
        <Text role="alert" size="sm" c="red">
          {problem}
        </Text>
      )}
    </Group>
  );
}

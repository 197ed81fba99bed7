import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { Button, FileButton, Group } from '@mantine/core';
import { useState } from 'react';
import { PICTURE_KINDS } from '#entities/user/picture.actions.ts';
import { t } from '#sync/language.ts';
import { DialogAvatar } from './DialogAvatar.tsx';
import { removeGroupPicture, showGroupPicture } from './dialog.actions.ts';

/** A group's picture, for people who may change it. */
export function GroupPicture({ dialog }: { dialog: ClientDialog }) {
  const [isBusy, setBusy] = useState(false);
  const act = async (change: Promise<boolean>) => {
    setBusy(true);
    await change;
    setBusy(false);
  };
  return (
    <Group gap="md">
      <DialogAvatar dialog={dialog} size={64} />
      <Group gap="xs">
        <FileButton accept={PICTURE_KINDS} onChange={(file) => file && void act(showGroupPicture(dialog.id, file))}>
          {(props) => (
            <Button {...props} variant="default" size="sm" loading={isBusy}>
              {t('picture.choose')}
            </Button>
          )}
        </FileButton>
        {dialog.avatar && (
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            disabled={isBusy}
            onClick={() => void act(removeGroupPicture(dialog.id))}
          >
            {t('picture.remove')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

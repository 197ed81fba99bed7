import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { Button, Group } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { mayMeet } from '#entities/meeting/meeting.ts';
import { t } from '#sync/language.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { pressQuick, type QuickMsg, refreshQuick } from './quick.actions.ts';

/** A bot's commands, as buttons above the field. */
export function QuickBar({ dialog: { id, quick_msgs } }: { dialog: Pick<ClientDialog, 'id' | 'quick_msgs'> }) {
  const buttons = quick_msgs.filter(({ key }) => mayMeet() || !key.startsWith('meeting-'));
  const [busy, setBusy] = useState('');
  const isPhone = useIsPhone();
  useEffect(() => refreshQuick(id), [id]);
  if (buttons.length === 0) return null;
  const press = async (button: QuickMsg) => {
    setBusy(button.key);
    await pressQuick(id, button);
    setBusy('');
  };
  return (
    <Group gap="xs" px="md" pb="xs" role="group" aria-label={t('message.quick')}>
      {buttons.map((button) => (
        <Button
          key={button.key}
          variant="light"
          radius="xl"
          size="compact-md"
          mih={isPhone ? 44 : 32}
          loading={busy === button.key}
          {...(button.key.startsWith('locat') && { leftSection: <IconMapPin size={16} stroke={1.75} /> })}
          onClick={() => void press(button)}
        >
          {button.label}
        </Button>
      ))}
    </Group>
  );
}

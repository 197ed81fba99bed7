import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import classes from './MessageList.module.css';
import type { Pill } from './positionPill.ts';

export function PositionPill({ pill, unread, onJump }: { pill: Pill; unread: number; onJump: (id: number) => void }) {
  const Icon = pill.isAbove ? IconArrowUp : IconArrowDown;
  return (
    <Button
      size="compact-md"
      radius="xl"
      className={classes.pill}
      leftSection={<Icon size={16} />}
      onClick={() => onJump(pill.id)}
    >
      {pill.kind === 'mention' ? t('message.mentioned') : t('dialog.unread', { count: unread })}
    </Button>
  );
}

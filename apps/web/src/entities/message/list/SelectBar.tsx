import { Button, Group } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import classes from '#entities/message/composer/Composer.module.css';
import { t } from '#sync/language.ts';

/** Replaces the field while messages are being selected. */
export function SelectBar({
  count,
  onForward,
  onClose,
}: {
  count: number;
  onForward: () => void;
  onClose: () => void;
}) {
  return (
    <div className={classes.select} role="toolbar" aria-label={t('message.select')}>
      <span>{t('message.selected', { count })}</span>
      <Group gap="xs" ml="auto">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button leftSection={<IconShare3 size={16} />} disabled={count === 0} onClick={onForward}>
          {t('message.forward')}
        </Button>
      </Group>
    </div>
  );
}

import { ActionIcon, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './CopyLine.module.css';

interface Props {
  id: string;
  label: string;
  hint: string;
  /** The text; '' if there is none before the settings are saved. */
  words: string;
}

/** A text to copy elsewhere. */
export function CopyLine({ id, label, hint, words }: Props) {
  const copy = () =>
    navigator.clipboard.writeText(words).then(
      () => notify(t('action.copied')),
      () => notify(words),
    );
  return (
    <div id={id}>
      {words ? (
        <div className={classes.command}>
          <code>{words}</code>
          <ActionIcon size="lg" aria-label={`${t('action.copy')}: ${label}`} onClick={() => void copy()}>
            <IconCopy size={18} stroke={1.75} />
          </ActionIcon>
        </div>
      ) : (
        <Text size="sm">{t('checkin.after_saving')}</Text>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        {hint}
      </Text>
    </div>
  );
}

import { Text } from '@mantine/core';
import { readUsage } from '#entities/drive/drive.actions.ts';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { locale, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import classes from './Files.module.css';

/** A folder is opened in steps, and its files come first. */
const AFTER_MS = 500;

/** The reader's used storage; nothing without a limit. `turn` changes when files do. */
export function StorageUsed({ turn }: { turn: number }) {
  const { data: usage, problem } = useRequest(readUsage, turn, { delayMs: AFTER_MS });
  if (!usage?.limit || problem) return null;
  const words = { used: sizeWords(usage.used, locale), limit: sizeWords(usage.limit, locale) };
  return (
    <Text size="xs" c={usage.used >= usage.limit ? 'red' : 'dimmed'} className={classes.storage}>
      {t('quota.own', words)}
    </Text>
  );
}

import type { driveUsage } from '@atrium/contract/files/drive.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { readUsage } from '#entities/drive/drive.actions.ts';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { locale, t } from '#sync/language.ts';
import { untilRead } from '#sync/store/untilRead.ts';
import classes from './Files.module.css';

/** How much of their storage the reader has used; nothing where it is not limited. `turn` changes when files do. */
export function StorageUsed({ turn }: { turn: number }) {
  const [usage, setUsage] = useState<OutputOf<typeof driveUsage> | null>(null);
  useEffect(() => (turn >= 0 ? untilRead(readUsage, setUsage, () => setUsage(null)) : undefined), [turn]);
  if (!usage?.limit) return null;
  const words = { used: sizeWords(usage.used, locale), limit: sizeWords(usage.limit, locale) };
  return (
    <Text size="xs" c={usage.used >= usage.limit ? 'red' : 'dimmed'} className={classes.storage}>
      {t('quota.own', words)}
    </Text>
  );
}

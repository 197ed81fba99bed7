import { Button, Group } from '@mantine/core';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import classes from '#features/settings/EditableList.module.css';
import { Check, useCheck } from '#features/settings/personal/Check.tsx';
import { locale, t } from '#sync/language.ts';
import { Packers } from './Packers.tsx';
import { checkStorage } from './system.actions.ts';

/** The people who may download archives, and the storage. */
export function FileSettings() {
  return (
    <div className={classes.page}>
      <Packers />
      <StorageCheck />
    </div>
  );
}

function StorageCheck() {
  const { outcome, isBusy, start } = useCheck(async () => {
    const { folder, is_bucket, free } = await checkStorage();
    if (is_bucket) return t('check.storage_bucket', { bucket: folder });
    return t('check.storage_done', { folder, free: sizeWords(free, locale) });
  });
  return (
    <Check title={t('check.storage')} hint={t('check.storage_hint')} outcome={outcome}>
      <Group>
        <Button variant="default" loading={isBusy} onClick={() => void start()}>
          {t('check.storage_run')}
        </Button>
      </Group>
    </Check>
  );
}

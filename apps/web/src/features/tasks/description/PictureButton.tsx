import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useFileChoice } from '#entities/message/files/useFileChoice.tsx';
import { t } from '#sync/language.ts';
import classes from './Description.module.css';

export function PictureButton({ onPictures }: { onPictures: (files: readonly File[]) => void }) {
  const choice = useFileChoice(onPictures);
  return (
    <>
      <Tooltip label={t('task.desc_picture')}>
        <ActionIcon
          size="sm"
          className={classes.tool ?? ''}
          aria-label={t('task.desc_picture')}
          onClick={() => choice.open('image/*')}
        >
          <IconPhoto size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {choice.field}
    </>
  );
}

import type { NewType } from '@atrium/contract/files/driveTypes.ts';
import { ActionIcon, Button, CloseButton, Menu, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useFileChoice } from '#entities/message/files/useFileChoice.tsx';
import { t } from '#sync/language.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import classes from './Files.module.css';
import { NewItems } from './NewItem.tsx';

interface Props {
  words: string;
  mayWrite: boolean;
  isFinding: boolean;
  onWords: (words: string) => void;
  onNew: (type: NewType) => void;
  onUpload: (files: readonly File[]) => void;
  onBack: () => void;
}

const WORDS_MAX = 100;

export function FilesHead({ words, mayWrite, isFinding, onWords, onNew, onUpload, onBack }: Props) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const choice = useFileChoice(onUpload);
  const folder = useRef<HTMLInputElement>(null);
  const hasField = !isPhone || isOpen || words !== '';
  return (
    <ScreenHeader
      title={hasField && isPhone ? '' : t('drive.title')}
      {...(isPhone && { back: { label: t('action.back'), run: onBack } })}
    >
      {hasField ? (
        <TextInput
          className={classes.search}
          aria-label={t('drive.search')}
          placeholder={t('drive.search')}
          maxLength={WORDS_MAX}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          rightSection={
            words !== '' && <CloseButton size="sm" aria-label={t('action.clear')} onClick={() => onWords('')} />
          }
          value={words}
          autoFocus={isOpen}
          onBlur={() => setOpen(false)}
          onChange={(event) => onWords(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && onWords('')}
        />
      ) : (
        <ActionIcon size="lg" aria-label={t('drive.search')} onClick={() => setOpen(true)}>
          <IconSearch size={20} stroke={1.75} />
        </ActionIcon>
      )}
      {mayWrite && !isFinding && (
        <DropdownMenu
          position="bottom-end"
          button={
            isPhone ? (
              <ActionIcon size="lg" variant="filled" color="accent" aria-label={t('drive.new')}>
                <IconPlus size={20} stroke={1.75} />
              </ActionIcon>
            ) : (
              <Button leftSection={<IconPlus size={16} stroke={1.75} />}>{t('drive.new')}</Button>
            )
          }
        >
          <NewItems onNew={onNew} />
          <Menu.Divider />
          <Menu.Item leftSection={<IconUpload size={16} />} onClick={() => choice.open('')}>
            {t('drive.upload_files')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUpload size={16} />} onClick={() => folder.current?.click()}>
            {t('drive.upload_folder')}
          </Menu.Item>
        </DropdownMenu>
      )}
      {choice.field}
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        // The browsers' attribute; React's types lack it.
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onUpload(files);
        }}
      />
    </ScreenHeader>
  );
}

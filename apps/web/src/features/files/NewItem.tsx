import { EXT_OF_NEW, isOfficeType, type NewType } from '@atrium/contract/files/driveTypes.ts';
import type { MessageKey } from '@atrium/i18n/translate.ts';
import { Menu } from '@mantine/core';
import {
  IconBrush,
  IconFileText,
  IconFileTypeDocx,
  IconFileTypePpt,
  IconFileTypeXls,
  IconFolderPlus,
  IconSitemap,
  IconTable,
} from '@tabler/icons-react';
import { useOfficeKinds } from '#entities/drive/office.ts';
import { t } from '#sync/language.ts';
import classes from './Files.module.css';
import { NameField } from './NameField.tsx';

/** The items that can be created here, in the order of the menu. */
const NEW_ITEMS: Readonly<Record<NewType, { icon: typeof IconBrush; label: MessageKey }>> = {
  folder: { icon: IconFolderPlus, label: 'drive.new_folder' },
  document: { icon: IconFileText, label: 'drive.new_document' },
  drawing: { icon: IconBrush, label: 'drive.new_drawing' },
  mind: { icon: IconSitemap, label: 'drive.new_mind' },
  sheet: { icon: IconTable, label: 'drive.new_sheet' },
  word: { icon: IconFileTypeDocx, label: 'drive.new_word' },
  excel: { icon: IconFileTypeXls, label: 'drive.new_excel' },
  ppt: { icon: IconFileTypePpt, label: 'drive.new_ppt' },
};

/** A new folder or file being named; it is created once it has a name. */
export function NewItem({ type, onDone }: { type: NewType; onDone: (name: string | null) => void }) {
  const { icon: Icon, label } = NEW_ITEMS[type];
  return (
    <div className={classes.making}>
      <Icon size={24} aria-hidden />
      <NameField label={t(label)} value="" onSave={onDone} onCancel={() => onDone(null)} />
    </div>
  );
}

const TYPES = Object.keys(NEW_ITEMS) as NewType[];

/** The items of a menu that creates something here. */
export function NewItems({ onNew }: { onNew: (type: NewType) => void }) {
  const edited = useOfficeKinds()?.edit ?? [];
  // Without an office server nobody could edit such a file.
  const isOffered = (type: NewType) => !isOfficeType(type) || edited.includes(EXT_OF_NEW[type]);
  const hasNone = !TYPES.some((type) => isOfficeType(type) && isOffered(type));
  return (
    <>
      {TYPES.filter(isOffered).map((type) => {
        const { icon: Icon, label } = NEW_ITEMS[type];
        return (
          <Menu.Item key={type} leftSection={<Icon size={16} />} onClick={() => onNew(type)}>
            {t(label)}
          </Menu.Item>
        );
      })}
      {hasNone && <Menu.Label maw={240}>{t('drive.new_office_none')}</Menu.Label>}
    </>
  );
}

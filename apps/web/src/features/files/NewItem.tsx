import { IconFileText, IconFolderFilled } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import classes from './Files.module.css';
import { NameField } from './NameField.tsx';

export type NewType = 'folder' | 'document';

/** A new folder or document being named; it is created once it has a name. */
export function NewItem({ type, onDone }: { type: NewType; onDone: (name: string | null) => void }) {
  const Icon = type === 'folder' ? IconFolderFilled : IconFileText;
  return (
    <div className={classes.making}>
      <Icon size={24} aria-hidden />
      <NameField
        label={t(type === 'folder' ? 'drive.new_folder' : 'drive.new_document')}
        value=""
        onSave={onDone}
        onCancel={() => onDone(null)}
      />
    </div>
  );
}

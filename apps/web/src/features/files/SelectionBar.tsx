import { type DriveFile, PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { Button } from '@mantine/core';
import { IconClipboard, IconCut, IconDownload, IconTrash } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import classes from './Files.module.css';
import { mayPack, packFiles } from './uploads/packing.ts';
import { type FileClipboard, setFileClipboard } from './useFileSelection.ts';

interface Props {
  selected: readonly DriveFile[];
  held: FileClipboard | null;
  mayPaste: boolean;
  onCut: () => void;
  onDelete: () => void;
  onNone: () => void;
  onPaste: () => void;
}

/** Actions for the selection, and for cut or copied entries. */
export function SelectionBar({ selected, held, mayPaste, onCut, onDelete, onNone, onPaste }: Props) {
  const isFull = selected.every(({ permission }) => permission >= PERMISSION.full);
  const [first] = held?.files ?? [];
  const count = held?.files.length ?? 0;
  return (
    <div className={classes.selection} role="toolbar" aria-label={t('drive.selection')}>
      {selected.length > 0 && (
        <>
          <span aria-live="polite">{t('drive.selected', { count: selected.length })}</span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCut size={16} stroke={1.75} />}
            disabled={!isFull}
            onClick={onCut}
          >
            {t('drive.cut')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            disabled={!isFull}
            onClick={onDelete}
          >
            {t('drive.delete')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            disabled={!mayPack() || selected.some(({ permission }) => permission < PERMISSION.write)}
            onClick={() => void packFiles(selected)}
          >
            {t('drive.pack')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={onNone}>
            {t('action.cancel')}
          </Button>
        </>
      )}
      {first && (
        <span className={classes.held}>
          <Button
            size="compact-sm"
            leftSection={<IconClipboard size={16} stroke={1.75} />}
            disabled={!mayPaste}
            onClick={onPaste}
          >
            {count > 1
              ? t('drive.paste_several', { name: fullName(first), count: count - 1 })
              : t('drive.paste', { name: fullName(first) })}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => setFileClipboard(null)}>
            {t('drive.paste_cancel')}
          </Button>
        </span>
      )}
    </div>
  );
}

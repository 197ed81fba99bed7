import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { IconFolderFilled } from '@tabler/icons-react';
import { FileIcon } from '#entities/message/files/FileIcon.tsx';
import { useFileAddress } from '#sync/files.ts';
import classes from './DriveIcon.module.css';

/** A folder, a thumbnail, or the icon of its kind. */
export function DriveIcon({ file }: { file: DriveFile }) {
  const thumb = useFileAddress(file.thumb);
  return (
    <span className={classes.icon} data-folder={file.type === 'folder' || undefined}>
      {file.type === 'folder' ? (
        <IconFolderFilled size={24} aria-hidden />
      ) : thumb ? (
        <img src={thumb} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <FileIcon ext={file.ext} />
      )}
    </span>
  );
}

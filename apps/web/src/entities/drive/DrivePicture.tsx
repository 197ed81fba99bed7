import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { driveTypeOf } from '@atrium/contract/files/driveTypes.ts';
import { IconFolderFilled } from '@tabler/icons-react';
import { FileIcon } from '#entities/message/files/FileIcon.tsx';
import { useFileAddress } from '#sync/files.ts';
import classes from './DrivePicture.module.css';

/** What a file looks like: its picture, or the icon of its kind on a plain ground. A folder is a small icon. */
export function DrivePicture({ file }: { file: DriveFile }) {
  const thumb = useFileAddress(file.thumb);
  if (file.type === 'folder') return <IconFolderFilled size={24} className={classes.folder ?? ''} aria-hidden />;
  return (
    <span className={classes.picture} data-kind={driveTypeOf(file.ext)}>
      {thumb ? (
        <img src={thumb} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <FileIcon ext={file.ext} />
      )}
    </span>
  );
}

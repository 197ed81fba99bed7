import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { driveTypeOf } from '@atrium/contract/files/driveTypes.ts';
import { IconFolderFilled } from '@tabler/icons-react';
import { useRef } from 'react';
import { FileIcon } from '#entities/message/files/FileIcon.tsx';
import { useFileAddress } from '#sync/files.ts';
import classes from './DrivePicture.module.css';
import { useDrawnPicture } from './useDrawnPicture.ts';
import { useFirstLines } from './useFirstLines.ts';
import { useVideoFrame } from './useVideoFrame.ts';

/**
 * The picture of a file: its thumbnail, a frame of a video, the beginning of a text, or the icon of its kind in the
 * color of its kind. A folder has a small icon.
 */
export function DrivePicture({ file }: { file: DriveFile }) {
  const element = useRef<HTMLSpanElement>(null);
  const thumb = useFileAddress(file.thumb);
  const lines = useFirstLines(file, element);
  const frame = useVideoFrame(file, element);
  const drawn = useDrawnPicture(file, element);
  if (file.type === 'folder') return <IconFolderFilled size={24} className={classes.folder ?? ''} aria-hidden />;
  const kind = driveTypeOf(file.ext);
  return (
    <span ref={element} className={classes.picture} data-kind={kind} data-page={lines.length > 0 || undefined}>
      {thumb || drawn ? (
        <img src={thumb || drawn} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : lines.length > 0 ? (
        <span className={classes.page} data-code={kind === 'code' || undefined} aria-hidden>
          {lines.map(({ kind: line, text }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity
            <span key={index} data-line={line}>
              {text}
            </span>
          ))}
        </span>
      ) : (
        <>
          {frame.src && (
            <video {...frame} muted playsInline preload="metadata" tabIndex={-1} draggable={false} aria-hidden />
          )}
          <FileIcon ext={file.ext.toLowerCase()} />
          {file.ext !== '' && (
            <span className={classes.ext} aria-hidden>
              {file.ext.slice(0, 5)}
            </span>
          )}
        </>
      )}
    </span>
  );
}

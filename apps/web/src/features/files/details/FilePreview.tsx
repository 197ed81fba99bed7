import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { UnstyledButton } from '@mantine/core';
import { Suspense } from 'react';
import { DrivePicture } from '#entities/drive/DrivePicture.tsx';
import { type FileKind, fileKindOf, limitOf } from '#entities/viewer/fileKinds.ts';
import { Guard } from '#entities/viewer/Guard.tsx';
import { PREVIEW } from '#entities/viewer/viewedFile.ts';
import { VIEWS } from '#entities/viewer/views.ts';
import { useFileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { viewedOf } from '../document/driveFile.ts';
import classes from './FilePreview.module.css';

const FirstPage = lazyPart(async () => (await import('#entities/viewer/pdf/FirstPage.tsx')).FirstPage);

/** Kinds whose view is drawn small. */
const SCALED = new Set<FileKind>(['markdown', 'text', 'code', 'table', 'word', 'sheet', 'diagram', 'mail']);
const MB = 1024 * 1024;
/** Larger files are not loaded just because they were looked at. */
const MAX = { picture: 10 * MB, scaled: 5 * MB };

interface Props {
  file: DriveFile;
  onOpen: (file: DriveFile) => void;
}

/** A small preview of a file: pictures, first pages, the beginning of texts. Sound and films play here. */
export function FilePreview({ file, onOpen }: Props) {
  const kind = fileKindOf(file);
  const address = useFileAddress(file.url, PREVIEW);
  const name = fullName(file);
  if (file.size > 0 && kind === 'film' && address) {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- people upload films without captions
    return <video className={classes.film} src={address} controls preload="metadata" aria-label={name} />;
  }
  if (file.size > 0 && kind === 'sound' && address) {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- people upload sound without captions
    return <audio className={classes.sound} src={address} controls preload="metadata" aria-label={name} />;
  }
  return (
    <div className={classes.preview} data-preview={kind}>
      <Picture file={file} kind={kind} address={address} />
      <UnstyledButton className={classes.open} aria-label={t('files.view', { name })} onClick={() => onOpen(file)} />
    </div>
  );
}

function Picture({ file, kind, address }: { file: DriveFile; kind: FileKind; address: string }) {
  const small = <DrivePicture file={file} />;
  // Browsers show what has a thumbnail, unless the server had to convert it.
  if (kind === 'picture' && file.thumb && file.size <= MAX.picture && !/^(heic|heif|tiff?)$/i.test(file.ext)) {
    return address ? <img className={classes.picture} src={address} alt="" decoding="async" /> : small;
  }
  if (file.size === 0 || !address) return small;
  if (kind === 'pdf') {
    return (
      <Suspense fallback={small}>
        <FirstPage key={address} address={address} fallback={small} />
      </Suspense>
    );
  }
  const View = VIEWS[kind];
  if (!View || !SCALED.has(kind) || file.size > Math.min(limitOf(kind), MAX.scaled)) return small;
  return (
    <Guard key={file.id} fallback={small}>
      <Suspense fallback={small}>
        <div className={classes.scaled} inert>
          <View viewed={{ ...viewedOf(file), isPreview: true }} />
        </div>
      </Suspense>
    </Guard>
  );
}

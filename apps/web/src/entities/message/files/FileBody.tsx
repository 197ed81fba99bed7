import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { MESSAGE_SHOWN, shownSize } from '@atrium/contract/files/pictures.ts';
import { ActionIcon, CloseButton, Progress, RingProgress, UnstyledButton } from '@mantine/core';
import { IconDownload, IconPhotoOff, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { canBeViewed } from '#entities/viewer/fileKinds.ts';
import { preloadViewer } from '#entities/viewer/preloadViewer.ts';
import { useFileAddress, useLocalFile, useProgress } from '#sync/files.ts';
import { locale, t } from '#sync/language.ts';
import classes from './FileBody.module.css';
import { FileIcon } from './FileIcon.tsx';
import { fileOf, isFilm, percentWords, type ShownFile, shownAddress, sizeWords } from './fileShown.ts';

interface Props {
  message: ClientMessage;
  onOpen: () => void;
  onCancel: () => void;
}

/** A picture, a video, or a card that opens the file or downloads it. */
export function FileBody({ message, onOpen, onCancel }: Props) {
  const file = fileOf(message);
  const isKnown = file.width > 0 && file.height > 0;
  const isWaiting = message.id < 0 && !message.error;
  if (file.type === 'img' && isKnown) return <Picture file={file} onOpen={onOpen} {...(isWaiting && { onCancel })} />;
  if (isFilm(file) && !isWaiting) return <Film file={file} onOpen={onOpen} />;
  return <Card file={file} onOpen={onOpen} {...(isWaiting && { onCancel })} />;
}

/** Reserves a picture's box, so that nothing moves when it loads. */
function Picture({ file, onOpen, onCancel }: { file: ShownFile; onOpen: () => void; onCancel?: () => void }) {
  const address = useFileAddress(shownAddress(file));
  const source = useLocalFile(file.file) || address;
  const [isBroken, setBroken] = useState(false);
  const size = shownSize(file);
  return (
    <div className={classes.picture} style={{ width: size.width, height: size.height }}>
      {isBroken ? (
        <span className={classes.missing} role="img" aria-label={t('file.unavailable')}>
          <IconPhotoOff size={24} stroke={1.75} />
        </span>
      ) : (
        <UnstyledButton
          className={classes.open}
          onClick={onOpen}
          disabled={!file.url}
          aria-label={t('file.open_picture', { name: file.name })}
        >
          {source && (
            <img
              src={source}
              alt={file.name}
              width={size.width}
              height={size.height}
              decoding="async"
              draggable={false}
              onError={() => setBroken(true)}
            />
          )}
        </UnstyledButton>
      )}
      {onCancel && <Sending file={file} onCancel={onCancel} />}
    </div>
  );
}

function Film({ file, onOpen }: { file: ShownFile; onOpen: () => void }) {
  const address = useFileAddress(file.url, '#t=0.1');
  const isKnown = file.width > 0 && file.height > 0;
  const size = isKnown ? shownSize(file) : { width: MESSAGE_SHOWN, height: 124 };
  return (
    <div className={classes.picture} style={{ width: size.width, height: size.height }}>
      <UnstyledButton className={classes.open} onClick={onOpen} aria-label={t('file.play', { name: file.name })}>
        {address && (
          <video
            src={address}
            preload="metadata"
            muted
            playsInline
            tabIndex={-1}
            width={size.width}
            height={size.height}
          />
        )}
        <span className={classes.play}>
          <IconPlayerPlayFilled size={22} />
        </span>
      </UnstyledButton>
    </div>
  );
}

const PERCENT = 100;
function useShare(file: ShownFile): number {
  const progress = useProgress(file.file);
  return progress && progress.total > 0 ? Math.floor((progress.sent / progress.total) * PERCENT) : 0;
}

function Sending({ file, onCancel }: { file: ShownFile; onCancel: () => void }) {
  const share = useShare(file);
  return (
    <div className={classes.veil}>
      <RingProgress
        size={56}
        thickness={4}
        roundCaps
        sections={[{ value: share, color: 'white' }]}
        aria-label={t('file.sending', { name: file.name, share })}
        label={
          <CloseButton
            className={classes.stop ?? ''}
            size="sm"
            radius="xl"
            aria-label={t('file.cancel', { name: file.name })}
            onClick={onCancel}
          />
        }
      />
    </div>
  );
}

function Card({ file, onOpen, onCancel }: { file: ShownFile; onOpen: () => void; onCancel?: () => void }) {
  const address = useFileAddress(file.url, '&down=yes');
  const share = useShare(file);
  const content = (
    <>
      <span className={classes.icon}>
        <FileIcon ext={file.ext} />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{file.name}</span>
        <small>
          {sizeWords(file.size, locale)}
          {onCancel && ` · ${percentWords(share)}`}
        </small>
        {onCancel && (
          <Progress
            value={share}
            size={4}
            mt={4}
            transitionDuration={120}
            aria-label={t('file.sending', { name: file.name, share })}
          />
        )}
      </span>
    </>
  );
  if (!file.url) {
    return (
      <div className={classes.card}>
        {content}
        {onCancel && <CloseButton size="sm" aria-label={t('file.cancel', { name: file.name })} onClick={onCancel} />}
      </div>
    );
  }
  const label = t('file.download', { name: file.name, size: sizeWords(file.size, locale) });
  if (canBeViewed(file)) {
    return (
      <div className={classes.card}>
        <UnstyledButton
          className={classes.view}
          onClick={onOpen}
          onPointerEnter={() => preloadViewer(file)}
          aria-label={t('files.view', { name: file.name })}
        >
          {content}
        </UnstyledButton>
        <ActionIcon component="a" href={address} download={file.name} aria-label={label}>
          <IconDownload size={18} stroke={1.75} />
        </ActionIcon>
      </div>
    );
  }
  return (
    <a className={classes.card} href={address} download={file.name} aria-label={label}>
      {content}
      <IconDownload className={classes.down ?? ''} size={18} stroke={1.75} aria-hidden="true" />
    </a>
  );
}

import { ActionIcon, Loader } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconRotateClockwise2,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useFileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { isFilm, type ShownFile } from './fileShown.ts';
import { useZoom } from './useZoom.ts';
import classes from './Viewer.module.css';

export interface ViewedFile {
  id: number;
  file: ShownFile;
}

/** Pictures over everything else, starting with `first`; a video plays. */
export function FileViewer({
  list,
  first,
  onClose,
}: {
  list: readonly ViewedFile[];
  first: number;
  onClose: () => void;
}) {
  const [id, setId] = useState(first);
  const index = Math.max(
    0,
    list.findIndex((each) => each.id === id),
  );
  const shown = list[index];
  const go = (step: number) => setId(list[index + step]?.id ?? id);
  const file = shown?.file;
  const down = useFileAddress(file?.url ?? '', '&down=yes');
  if (!file) return null;
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      title={<span className="visually-hidden">{t('viewer.title', { index: index + 1, count: list.length })}</span>}
      classNames={{ body: classes.body ?? '', header: 'visually-hidden' }}
      transitionProps={{ duration: 120 }}
    >
      <div className={classes.bar}>
        <span className={classes.name}>
          <span className="truncate">{file.name}</span>
          {list.length > 1 && (
            <small aria-live="polite">
              {index + 1} / {list.length}
            </small>
          )}
        </span>
        <Tooltip label={t('action.download')}>
          <ActionIcon
            component="a"
            href={down}
            download={file.name}
            className={classes.tool ?? ''}
            size="xl"
            aria-label={t('action.download')}
          >
            <IconDownload size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('action.close')}>
          <ActionIcon className={classes.tool ?? ''} size="xl" aria-label={t('action.close')} onClick={onClose}>
            <IconX size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
      {isFilm(file) ? (
        <FilmView key={shown.id} file={file} />
      ) : (
        <PictureView
          key={shown.id}
          file={file}
          onClose={onClose}
          {...(index > 0 && { onPrevious: () => go(-1) })}
          {...(index < list.length - 1 && { onNext: () => go(1) })}
        />
      )}
    </Modal>
  );
}

function FilmView({ file }: { file: ShownFile }) {
  const address = useFileAddress(file.url);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <p className={classes.failed}>{t('viewer.failed')}</p>;
  return (
    <div className={classes.stage}>
      {address && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- uploaded media has no captions
        <video
          className={classes.film}
          src={address}
          controls
          autoPlay
          playsInline
          aria-label={file.name}
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}

interface ViewProps {
  file: ShownFile;
  onClose: () => void;
  onPrevious?: () => void;
  onNext?: () => void;
}

function PictureView({ file, onClose, onPrevious, onNext }: ViewProps) {
  const address = useFileAddress(file.url);
  const small = useFileAddress(file.thumb);
  const [state, setState] = useState<'loading' | 'there' | 'broken'>('loading');
  const zoom = useZoom({ onClose, onPrevious, onNext });
  return (
    <>
      <div className={classes.stage} {...zoom.handlers}>
        {state === 'broken' ? (
          <p className={classes.failed}>{t('viewer.failed')}</p>
        ) : (
          address && (
            <img
              className={classes.picture}
              src={address}
              alt={file.name}
              draggable={false}
              data-dragging={zoom.isDragging || undefined}
              // The thumbnail shows until the full picture has loaded.
              style={{
                transform: zoom.transform,
                ...(state === 'loading' && small && { backgroundImage: `url("${small}")` }),
                ...(file.width > 0 && { aspectRatio: `${file.width} / ${file.height}` }),
              }}
              onLoad={() => setState('there')}
              onError={() => setState('broken')}
            />
          )
        )}
        {state === 'loading' && <Loader className={classes.loading ?? ''} color="white" />}
      </div>
      {onPrevious && (
        <ActionIcon
          className={classes.previous ?? ''}
          size={44}
          radius="xl"
          aria-label={t('viewer.previous')}
          onClick={onPrevious}
        >
          <IconChevronLeft size={24} />
        </ActionIcon>
      )}
      {onNext && (
        <ActionIcon className={classes.next ?? ''} size={44} radius="xl" aria-label={t('viewer.next')} onClick={onNext}>
          <IconChevronRight size={24} />
        </ActionIcon>
      )}
      <div className={classes.tools}>
        <ActionIcon className={classes.tool ?? ''} size="xl" aria-label={t('viewer.zoom_out')} onClick={zoom.out}>
          <IconZoomOut size={20} stroke={1.75} />
        </ActionIcon>
        <span className={classes.scale}>{zoom.percent} %</span>
        <ActionIcon className={classes.tool ?? ''} size="xl" aria-label={t('viewer.zoom_in')} onClick={zoom.in}>
          <IconZoomIn size={20} stroke={1.75} />
        </ActionIcon>
        <ActionIcon className={classes.tool ?? ''} size="xl" aria-label={t('viewer.rotate')} onClick={zoom.rotate}>
          <IconRotateClockwise2 size={20} stroke={1.75} />
        </ActionIcon>
      </div>
    </>
  );
}

import { ActionIcon, Loader } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconRotateClockwise2, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useFileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { Notice } from '../Notice.tsx';
import { type Refusal, refusalOf, useFileContent } from '../useFileContent.ts';
import { useKeys } from '../useScale.ts';
import classes from '../Viewer.module.css';
import { useViewedAddress, type ViewedFile } from '../viewedFile.ts';
import { isPlainPicture, openPicture } from './decodePicture.ts';
import { useZoom } from './useZoom.ts';

interface Props {
  viewed: ViewedFile;
  onClose: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** A picture that is zoomed, moved and rotated. */
export function PictureView(props: Props) {
  return isPlainPicture(props.viewed.file.ext) ? <Plain {...props} /> : <Decoded {...props} />;
}

function Plain(props: Props) {
  const address = useViewedAddress(props.viewed);
  return <Stage {...props} address={address} />;
}

/** A picture in a format that the browser cannot draw by its address. */
function Decoded(props: Props) {
  const { file } = props.viewed;
  const { data: picture, refusal, again } = useFileContent(props.viewed, (bytes) => openPicture(bytes, file.ext));
  const [page, setPage] = useState(0);
  const [address, setAddress] = useState('');
  const [undrawn, setUndrawn] = useState<Refusal>();
  useEffect(() => {
    if (!picture) return;
    let made = '';
    let isWanted = true;
    setUndrawn(undefined);
    picture.draw(page).then(
      (blob) => {
        if (!isWanted) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      (error: unknown) => isWanted && setUndrawn(refusalOf(error)),
    );
    return () => {
      isWanted = false;
      setAddress('');
      URL.revokeObjectURL(made);
    };
  }, [picture, page]);
  const problem = refusal ?? (picture?.pages === 1 ? undrawn : undefined);
  if (problem) return <Notice viewed={props.viewed} refusal={problem} onAgain={again} />;
  const pages = picture && picture.pages > 1 ? { page, count: picture.pages, onPage: setPage } : undefined;
  return (
    <Stage key={page} {...props} address={address} isUnshown={undrawn !== undefined}>
      {pages && <PageTools {...pages} />}
    </Stage>
  );
}

interface PageToolsProps {
  /** The page, from 0. */
  page: number;
  count: number;
  onPage: (page: number) => void;
}
/** Turns the pages of a scan: by buttons, or Page Up and Page Down. */
function PageTools({ page, count, onPage }: PageToolsProps) {
  const turn = (step: number) => () => onPage(Math.min(count - 1, Math.max(0, page + step)));
  useKeys({ PageUp: turn(-1), PageDown: turn(1) });
  return (
    <>
      <ActionIcon
        className={classes.tool ?? ''}
        size="xl"
        aria-label={t('viewer.page_previous')}
        disabled={page === 0}
        onClick={turn(-1)}
      >
        <IconChevronUp size={20} stroke={1.75} />
      </ActionIcon>
      <span className={classes.scale} aria-live="polite">
        <span className="visually-hidden">{t('viewer.page')}</span> {page + 1} / {count}
      </span>
      <ActionIcon
        className={classes.tool ?? ''}
        size="xl"
        aria-label={t('viewer.page_next')}
        disabled={page === count - 1}
        onClick={turn(1)}
      >
        <IconChevronDown size={20} stroke={1.75} />
      </ActionIcon>
    </>
  );
}

interface StageProps extends Props {
  address: string;
  /** True if this page cannot be drawn; others may. */
  isUnshown?: boolean;
  children?: ReactNode;
}
function Stage({ viewed, address, isUnshown = false, children, onClose, onPrevious, onNext }: StageProps) {
  const { file } = viewed;
  const small = useFileAddress(viewed.key === undefined ? file.thumb : '');
  const [state, setState] = useState<'loading' | 'there' | 'broken'>('loading');
  const zoom = useZoom({ onClose, onPrevious, onNext });
  if (state === 'broken' && !children) return <Notice viewed={viewed} refusal={{ reason: 'broken', limit: 0 }} />;
  return (
    <>
      <div className={classes.pictureStage} {...zoom.handlers}>
        {address && (
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
              ...(file.width > 0 && !children && { aspectRatio: `${file.width} / ${file.height}` }),
            }}
            onLoad={() => setState('there')}
            onError={() => setState('broken')}
          />
        )}
        {(isUnshown || state === 'broken') && <Notice viewed={viewed} refusal={{ reason: 'broken', limit: 0 }} />}
        {state === 'loading' && !isUnshown && <Loader className={classes.loading ?? ''} color="white" />}
      </div>
      <div className={classes.tools}>
        {children}
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

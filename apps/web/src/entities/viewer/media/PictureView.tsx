import { ActionIcon, Loader } from '@mantine/core';
import { IconRotateClockwise2, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useFileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { Notice } from '../Notice.tsx';
import { useLoaded } from '../useLoaded.ts';
import classes from '../Viewer.module.css';
import { useViewedAddress, type ViewedFile } from '../viewedFile.ts';
import { drawablePicture, isPlainPicture } from './decodePicture.ts';
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

/** A format that the browser cannot draw by its address. */
function Decoded(props: Props) {
  const { file } = props.viewed;
  const { data, refusal, again } = useLoaded(props.viewed, (bytes) => drawablePicture(bytes, file.ext));
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (refusal) return <Notice viewed={props.viewed} refusal={refusal} onAgain={again} />;
  return <Stage {...props} address={address} />;
}

function Stage({ viewed, address, onClose, onPrevious, onNext }: Props & { address: string }) {
  const { file } = viewed;
  const small = useFileAddress(viewed.key === undefined ? file.thumb : '');
  const [state, setState] = useState<'loading' | 'there' | 'broken'>('loading');
  const zoom = useZoom({ onClose, onPrevious, onNext });
  if (state === 'broken') return <Notice viewed={viewed} refusal={{ reason: 'broken', limit: 0 }} />;
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
              ...(file.width > 0 && { aspectRatio: `${file.width} / ${file.height}` }),
            }}
            onLoad={() => setState('there')}
            onError={() => setState('broken')}
          />
        )}
        {state === 'loading' && <Loader className={classes.loading ?? ''} color="white" />}
      </div>
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

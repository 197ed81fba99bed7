import { IconFileMusic } from '@tabler/icons-react';
import { useState } from 'react';
import { fileKindOf } from '../fileKinds.ts';
import { Notice } from '../Notice.tsx';
import classes from '../Viewer.module.css';
import { useViewedAddress, type ViewedFile } from '../viewedFile.ts';

/** Video and audio with the browser's controls; the server sends the ranges that a seek bar asks for. */
export function MediaView({ viewed }: { viewed: ViewedFile }) {
  const address = useViewedAddress(viewed);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Notice viewed={viewed} refusal={{ reason: 'unsupported', limit: 0 }} />;
  const common = {
    src: address,
    controls: true,
    autoPlay: true,
    'aria-label': viewed.file.name,
    onError: () => setBroken(true),
  };
  if (!address) return null;
  if (fileKindOf(viewed.file) === 'sound') {
    return (
      <div className={classes.sound}>
        <IconFileMusic size={72} stroke={1} aria-hidden="true" />
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- uploaded media has no captions */}
        <audio {...common} />
      </div>
    );
  }
  return (
    <div className={classes.pictureStage} data-film>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- uploaded media has no captions */}
      <video className={classes.film} playsInline {...common} />
    </div>
  );
}

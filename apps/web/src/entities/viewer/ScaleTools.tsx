import { ActionIcon } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '#sync/language.ts';
import type { Scale } from './useScale.ts';
import classes from './Viewer.module.css';

/** Zoom, and further tools of a document, above its corner. */
export function ScaleTools({ scale, children }: { scale: Scale; children?: ReactNode }) {
  return (
    <div className={classes.scaleTools}>
      {children}
      <ActionIcon size="lg" aria-label={t('viewer.zoom_out')} onClick={scale.out}>
        <IconZoomOut size={18} stroke={1.75} />
      </ActionIcon>
      <button type="button" className={classes.scaleValue} onClick={scale.reset} aria-label={t('viewer.zoom_reset')}>
        {Math.round(scale.value * 100)} %
      </button>
      <ActionIcon size="lg" aria-label={t('viewer.zoom_in')} onClick={scale.in}>
        <IconZoomIn size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}

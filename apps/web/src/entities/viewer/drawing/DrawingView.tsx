import { partsOf } from '@atrium/richtext/document/parts.ts';
import { Suspense } from 'react';
import { t } from '#sync/language.ts';
import { ViewerError } from '../fileBytes.ts';
import { LoadingNotice, WhenLoaded } from '../Notice.tsx';
import { textOf } from '../text/textOf.ts';
import { useFileContent } from '../useFileContent.ts';
import type { ViewedFile } from '../viewedFile.ts';
import { Drawing } from './drawingPart.ts';

/** A drawing as a file: to look at, copy from, and save as a picture. */
export function DrawingView({ viewed }: { viewed: ViewedFile }) {
  const loaded = useFileContent(viewed, (bytes) => {
    const parts = partsOf(textOf(bytes), 'drawing');
    if (!parts) throw new ViewerError('broken');
    return parts;
  });
  return (
    <WhenLoaded viewed={viewed} loaded={loaded}>
      {(parts) => (
        <Suspense fallback={<LoadingNotice />}>
          <Drawing name={viewed.file.name} parts={parts} isReadOnly tooLarge={t('document.picture_large')} />
        </Suspense>
      )}
    </WhenLoaded>
  );
}

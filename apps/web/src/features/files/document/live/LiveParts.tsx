import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { Loader } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import { Drawing } from '#entities/viewer/drawing/drawingPart.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import classes from './Live.module.css';
import { sharedPartsOf } from './sharedParts.ts';
import type { OpenDocument } from './useSharedDocument.ts';

const Spreadsheet = lazyPart(async () => (await import('#entities/viewer/spreadsheet/Spreadsheet.tsx')).Spreadsheet);
const MindMap = lazyPart(async () => (await import('#entities/viewer/mind/MindMap.tsx')).MindMap);

interface Props {
  file: DriveFile;
  opened: OpenDocument;
  mayWrite: boolean;
}

/** A drawing, mind map or spreadsheet that several people change at once. */
export function LiveParts({ file, opened, mayWrite }: Props) {
  const shared = useMemo(() => sharedPartsOf(opened), [opened]);
  const parts = useMemo(() => shared.all(), [shared]);
  const common = { name: file.name, parts, shared, isReadOnly: !mayWrite };
  return (
    <div className={classes.writing} data-keeps-escape>
      <Suspense fallback={<Loader m="auto" size="sm" role="status" aria-label={t('state.loading')} />}>
        {opened.shared.format === 'drawing' && <Drawing {...common} tooLarge={t('document.picture_large')} />}
        {opened.shared.format === 'mind' && <MindMap {...common} />}
        {opened.shared.format === 'sheet' && <Spreadsheet {...common} />}
      </Suspense>
    </div>
  );
}

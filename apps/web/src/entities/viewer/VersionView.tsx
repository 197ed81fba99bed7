import { type PartsFormat, partsOf } from '@atrium/richtext/document/parts.ts';
import { Loader, Text } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { Drawing } from './drawing/drawingPart.ts';
import classes from './Viewer.module.css';

const Spreadsheet = lazyPart(async () => (await import('./spreadsheet/Spreadsheet.tsx')).Spreadsheet);
const MindMap = lazyPart(async () => (await import('./mind/MindMap.tsx')).MindMap);

/** An earlier version of a drawing, mind map or spreadsheet. */
export function VersionView({ name, format, text }: { name: string; format: PartsFormat; text: string }) {
  const parts = useMemo(() => partsOf(text, format), [text, format]);
  if (!parts?.size) return <Text c="dimmed">{t(parts ? 'files.empty' : 'viewer.broken')}</Text>;
  return (
    <div className={classes.parts}>
      <Suspense fallback={<Loader size="sm" role="status" aria-label={t('state.loading')} />}>
        {format === 'drawing' && <Drawing name={name} parts={parts} isReadOnly tooLarge="" />}
        {format === 'mind' && <MindMap name={name} parts={parts} isReadOnly />}
        {format === 'sheet' && <Spreadsheet name={name} parts={parts} isReadOnly />}
      </Suspense>
    </div>
  );
}

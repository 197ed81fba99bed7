import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { locale, t } from '#sync/language.ts';
import { LoadingNotice, Notice, WhenLoaded } from '../Notice.tsx';
import { ScaleTools } from '../ScaleTools.tsx';
import { textOf } from '../text/textOf.ts';
import { type Refusal, refusalOf, useFileContent } from '../useFileContent.ts';
import { useScaleKeys } from '../useScale.ts';
import type { ViewedFile } from '../viewedFile.ts';
import { readCsv } from './csv.ts';
import classes from './Grid.module.css';
import { Grid } from './Grid.tsx';
import { MAX_COLUMNS, MAX_ROWS, type Sheet } from './workbook.ts';
import { type OpenWorkbook, openWorkbook } from './xlsx.ts';

const CSV = ['csv', 'tsv'];

/** A workbook's sheets, or separated values, in a grid. */
export function SheetView({ viewed }: { viewed: ViewedFile }) {
  const { name, ext } = viewed.file;
  const loaded = useFileContent(viewed, async (bytes): Promise<OpenWorkbook> => {
    if (!CSV.includes(ext)) return openWorkbook(bytes);
    const sheet = readCsv(textOf(bytes), name);
    return { names: [name], sheet: async () => sheet, close: () => {} };
  });
  return (
    <WhenLoaded viewed={viewed} loaded={loaded}>
      {(book) => <Book book={book} viewed={viewed} />}
    </WhenLoaded>
  );
}

function Book({ book, viewed }: { book: OpenWorkbook; viewed: ViewedFile }) {
  const [index, setIndex] = useState(0);
  const [sheet, setSheet] = useState<Sheet | Refusal>();
  const scale = useScaleKeys();
  useEffect(() => () => book.close(), [book]);
  useEffect(() => {
    let isWanted = true;
    setSheet(undefined);
    book.sheet(index).then(
      (found) => isWanted && setSheet(found),
      (error: unknown) => isWanted && setSheet(refusalOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [book, index]);
  return (
    <div className={classes.column}>
      <ScaleTools scale={scale} />
      {!sheet && <LoadingNotice />}
      {sheet && 'reason' in sheet && <Notice viewed={viewed} refusal={sheet} />}
      {sheet && 'cells' in sheet && (
        <>
          {sheet.isCut && (
            <div className={classes.cut} role="status">
              {t('viewer.cut_sheet', { rows: MAX_ROWS.toLocaleString(locale), columns: MAX_COLUMNS })}
            </div>
          )}
          {sheet.lacksDrawings && (
            <div className={classes.cut} role="status">
              {t('viewer.no_drawings')}
            </div>
          )}
          <Grid sheet={sheet} scale={scale.value} />
        </>
      )}
      {book.names.length > 1 && (
        <div className={classes.tabs} role="tablist" aria-label={t('viewer.sheets')}>
          {book.names.map((name, each) => (
            <UnstyledButton
              key={`${each} ${name}`}
              role="tab"
              aria-selected={each === index}
              className={classes.tab}
              onClick={() => setIndex(each)}
            >
              {name}
            </UnstyledButton>
          ))}
        </div>
      )}
    </div>
  );
}

import { partsOf } from '@atrium/richtext/document/parts.ts';
import { ViewerError } from '../fileBytes.ts';
import { WhenLoaded } from '../Notice.tsx';
import { textOf } from '../text/textOf.ts';
import { useFileContent } from '../useFileContent.ts';
import type { ViewedFile } from '../viewedFile.ts';
import { Spreadsheet } from './Spreadsheet.tsx';

/** A spreadsheet as a file: to look at, copy from, and save for other programs. */
export function SpreadsheetView({ viewed }: { viewed: ViewedFile }) {
  const loaded = useFileContent(viewed, (bytes) => {
    const parts = partsOf(textOf(bytes), 'sheet');
    if (!parts) throw new ViewerError('broken');
    return parts;
  });
  return (
    <WhenLoaded viewed={viewed} loaded={loaded}>
      {(parts) => <Spreadsheet name={viewed.file.name} parts={parts} isReadOnly />}
    </WhenLoaded>
  );
}

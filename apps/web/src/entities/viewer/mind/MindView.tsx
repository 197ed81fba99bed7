import { partsOf } from '@atrium/richtext/document/parts.ts';
import { ViewerError } from '../fileBytes.ts';
import { WhenLoaded } from '../Notice.tsx';
import { textOf } from '../text/textOf.ts';
import { useFileContent } from '../useFileContent.ts';
import type { ViewedFile } from '../viewedFile.ts';
import { MindMap } from './MindMap.tsx';

/** A mind map as a file: to look at, and save as a picture. */
export function MindView({ viewed }: { viewed: ViewedFile }) {
  const loaded = useFileContent(viewed, (bytes) => {
    const parts = partsOf(textOf(bytes), 'mind');
    if (!parts) throw new ViewerError('broken');
    return parts;
  });
  return (
    <WhenLoaded viewed={viewed} loaded={loaded}>
      {(parts) => <MindMap name={viewed.file.name} parts={parts} isReadOnly />}
    </WhenLoaded>
  );
}

import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { type RefObject, useEffect, useState } from 'react';
import { type FileKind, fileKindOf } from '#entities/viewer/fileKinds.ts';
import { useFileAddress } from '#sync/files.ts';
import { afterPaint } from '#ui/layout/afterPaint.ts';
import { type FirstFormat, type FirstLine, readFirstLines } from './firstLines.ts';

const FORMATS: Partial<Record<FileKind, FirstFormat>> = {
  ...{ markdown: 'markdown', text: 'text', code: 'text', table: 'text', mail: 'mail' },
};
/** The format of a file's first lines; a Mermaid diagram is a text too. */
const formatOf = (file: DriveFile): FirstFormat | undefined =>
  /^(mmd|mermaid)$/i.test(file.ext) ? 'text' : FORMATS[fileKindOf(file)];
const AHEAD = '200px';
const NONE: readonly FirstLine[] = [];

/** The beginning of a text file once its element comes into view; nothing for other kinds. */
export function useFirstLines(file: DriveFile, element: RefObject<Element | null>): readonly FirstLine[] {
  const format = formatOf(file);
  const address = useFileAddress(file.size > 0 && file.thumb === '' && format ? file.url : '');
  const version = `${file.id} ${file.updated_at} ${file.size}`;
  const [shown, setShown] = useState<{ of: string; lines: readonly FirstLine[] }>({ of: '', lines: NONE });
  useEffect(() => {
    const target = element.current;
    if (!address || !format || !target || !('IntersectionObserver' in globalThis)) return;
    let isWanted = true;
    let cancel = () => {};
    const read = ([entry]: IntersectionObserverEntry[]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // Loading begins after the paint: observers run before the frame, and a screen full of requests would delay its
      // first picture.
      cancel = afterPaint(() =>
        readFirstLines(address, file.size, version, format).then(
          (lines) => isWanted && setShown({ of: version, lines }),
          // If the lines cannot be loaded, the icon stays.
          () => undefined,
        ),
      );
    };
    const observer = new IntersectionObserver(read, { rootMargin: AHEAD });
    observer.observe(target);
    return () => {
      isWanted = false;
      cancel();
      observer.disconnect();
    };
  }, [address, version, format, file.size, element]);
  return shown.of === version ? shown.lines : NONE;
}

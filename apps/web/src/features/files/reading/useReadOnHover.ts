import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { useEffect, useRef } from 'react';
import { prepareViewer } from '#entities/viewer/usePreloadedViewer.ts';
import { prefetchFolder } from './prefetchFolder.ts';

/** A pointer that only crosses a file asks for nothing. */
const REST_MS = 80;

/** Begins to read what the pointer rests on: a click then shows what is there. */
export function useReadOnHover(): (file: DriveFile | undefined) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (file) => {
    clearTimeout(timer.current);
    if (file)
      timer.current = setTimeout(
        () => (file.type === 'folder' ? prefetchFolder(file.id) : prepareViewer(file)),
        REST_MS,
      );
  };
}

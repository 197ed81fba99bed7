import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { useEffect, useState } from 'react';
import { searchDrive } from '#entities/drive/drive.actions.ts';

const PAUSE_MS = 200;
const MOST = 6;
const NONE: readonly DriveFile[] = [];

/** Files and folders that match the input; the device stores none of them. */
export function useFoundFiles(query: string): readonly DriveFile[] {
  const [found, setFound] = useState<{ query: string; files: readonly DriveFile[] }>({ query: '', files: NONE });
  const words = query.trim();
  useEffect(() => {
    let isWanted = words !== '';
    const timer = setTimeout(() => {
      if (!isWanted) return;
      searchDrive(words, MOST).then(
        (files) => isWanted && setFound({ query: words, files }),
        // Without a network there are none.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [words]);
  return found.query === words ? found.files : NONE;
}

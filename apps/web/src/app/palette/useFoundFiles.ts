import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { searchDrive } from '#entities/drive/drive.actions.ts';
import { useRequest } from '#sync/store/useRequest.ts';

const PAUSE_MS = 200;
const MOST = 6;
const NONE: readonly DriveFile[] = [];

/** Files and folders that match the input; the device stores none of them. */
export function useFoundFiles(query: string): readonly DriveFile[] {
  const words = query.trim();
  // Without a network there are none.
  const { data: found } = useRequest(
    async () => ({ query: words, files: words ? await searchDrive(words, MOST) : NONE }),
    words,
    { delayMs: PAUSE_MS },
  );
  return found?.query === words ? found.files : NONE;
}

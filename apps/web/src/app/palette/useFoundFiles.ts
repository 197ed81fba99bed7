import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { searchDrive } from '#entities/drive/drive.actions.ts';
import { useRequest } from '#sync/store/useRequest.ts';

const PAUSE_MS = 200;
const MOST = 6;
const NONE: readonly DriveFile[] = [];

/** The files and folders that match the input. They come from the server, because the device stores none. */
export function useFoundFiles(query: string): readonly DriveFile[] {
  const words = query.trim();
  // Without a network nothing is found.
  const { data: found } = useRequest(
    async () => ({ query: words, files: words ? await searchDrive(words, MOST) : NONE }),
    words,
    { delayMs: PAUSE_MS },
  );
  return found?.query === words ? found.files : NONE;
}

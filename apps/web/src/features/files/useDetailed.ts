import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { useState } from 'react';
import { useMatching } from '#ui/layout/useIsPhone.ts';

const roomy = window.matchMedia('(min-width: 1360px)');

/** Wide enough for the details to be open from the start. */
export const useIsRoomy = (): boolean => useMatching(roomy);

/**
 * What the details show: the last selected one, else the one that had the focus last, else the folder; at the top, the
 * file that was opened last.
 */
export function useDetailed(
  folderId: number,
  {
    files,
    selected,
    here,
  }: { files: readonly DriveFile[]; selected: readonly DriveFile[]; here?: DriveFile | undefined },
) {
  const [chosen, setChosen] = useState<{ of: number; file: DriveFile } | null>(null);
  const [latest, setLatest] = useState<DriveFile | null>(null);
  const last = chosen?.of === folderId ? chosen.file : null;
  return {
    // Its newest state; a recent file may be elsewhere.
    detailed:
      selected.at(-1) ?? files.find(({ id }) => id === last?.id) ?? last ?? here ?? (folderId === 0 ? latest : null),
    setLatest,
    choose: (file: DriveFile | undefined) => file && setChosen({ of: folderId, file }),
  };
}

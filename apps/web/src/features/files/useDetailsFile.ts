import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { useEffect, useRef, useState } from 'react';
import { useMatching } from '#ui/layout/useIsPhone.ts';

const roomy = window.matchMedia('(min-width: 1360px)');

/** True if the window is wide enough to open the details from the start. */
export const useIsRoomy = (): boolean => useMatching(roomy);

/** The details follow the focus after this time, so that moving through files with arrows shows only the last one. */
const REST_MS = 150;

/**
 * Returns the file in the details: the last selected one, else the one that had the focus last, else the folder; at the
 * top level, the file that was opened last. During a search it is a found file only.
 */
export function useDetailsFile(
  folderId: number,
  {
    files,
    selected,
    here,
    isFinding,
    isCovered,
  }: {
    files: readonly DriveFile[];
    selected: readonly DriveFile[];
    here?: DriveFile | undefined;
    isFinding: boolean;
    /** True while an open file covers the details: they load later, so that the file does not wait for them. */
    isCovered: boolean;
  },
) {
  const [chosen, setChosen] = useState<{ of: number; file: DriveFile } | null>(null);
  const [latest, setLatest] = useState<DriveFile | null>(null);
  const [before, setBefore] = useState<DriveFile | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const last = chosen?.of === folderId ? chosen.file : null;
  // A recent file may be in another folder. A file of this folder that is missing was deleted or moved.
  const elsewhere = last?.pid === folderId ? null : last;
  const otherwise = isFinding ? null : (elsewhere ?? here ?? (folderId === 0 ? latest : null));
  // The newest state of the file.
  const detailed = selected.at(-1) ?? files.find(({ id }) => id === last?.id) ?? otherwise;
  if (!isCovered && before !== detailed) setBefore(detailed);
  const choose = (file: DriveFile | undefined) => {
    clearTimeout(timer.current);
    if (file) setChosen({ of: folderId, file });
  };
  return {
    detailed: isCovered ? before : detailed,
    setLatest,
    choose,
    /** Does the same for a file that got the focus, which may be opened or left at once. */
    focus(file: DriveFile | undefined) {
      clearTimeout(timer.current);
      if (file) timer.current = setTimeout(() => choose(file), REST_MS);
    },
  };
}

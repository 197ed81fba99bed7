import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { useEffect, useRef, useState } from 'react';
import { useMatching } from '#ui/layout/useIsPhone.ts';

const roomy = window.matchMedia('(min-width: 1360px)');

/** Wide enough for the details to be open from the start. */
export const useIsRoomy = (): boolean => useMatching(roomy);

/** Moving through files with arrows shows the details of the one that it ends at. */
const REST_MS = 150;

/**
 * The file in the details: the last selected one, else the one that had the focus last, else the folder; at the top,
 * the file that was opened last. During a search only a found one.
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
  // A recent file may be elsewhere; what should be here and is not was deleted or moved.
  const elsewhere = last?.pid === folderId ? null : last;
  const otherwise = isFinding ? null : (elsewhere ?? here ?? (folderId === 0 ? latest : null));
  // Its newest state.
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
    /** The same for a file that got the focus, which may be opened or left at once. */
    focus(file: DriveFile | undefined) {
      clearTimeout(timer.current);
      if (file) timer.current = setTimeout(() => choose(file), REST_MS);
    },
  };
}

import { type DriveFile, type FoundFile, PERMISSION } from '@atrium/contract/files/drive.ts';
import { useMemo, useState } from 'react';
import { useMe, useUsers } from '#entities/user/useUsers.ts';
import type { Scope } from '#features/files/FilesBar.tsx';
import { type FilesView, sorted, storedView, storeView } from '#features/files/sorting.ts';
import { locale } from '#sync/language.ts';
import { useFileSearch } from './useFileSearch.ts';
import { useFolder } from './useFolder.ts';

export type ListedFiles = ReturnType<typeof useListedFiles>;

/** The files of a folder, or those that a search found, as the view and the scope order them. */
export function useListedFiles(folderId: number) {
  const me = useMe();
  const folder = useFolder(folderId);
  const [words, setWords] = useState('');
  const found = useFileSearch(words);
  const [view, setView] = useState<FilesView>(storedView);
  const [scope, setScope] = useState<Scope>('all');

  const isFinding = words.trim() !== '';
  const all: readonly FoundFile[] = isFinding ? found.files : folder.files;
  const owners = useUsers([...new Set(all.map(({ userid }) => userid))]);
  const ownerOf = (userid: number) => owners.find((user) => user?.userid === userid)?.nickname ?? '';
  const hasShared = !isFinding && folderId === 0 && all.some(({ userid }) => userid !== me);
  const ownerNames = owners.map((user) => user?.nickname).join('\n');
  // The list is memoized, because sorting ten thousand files takes 50 ms.
  const files = useMemo(() => {
    const isKept = ({ userid }: DriveFile) => !hasShared || scope === 'all' || (scope === 'mine') === (userid === me);
    return sorted(all.filter(isKept), view.sorting, { locale, ownerOf });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ownerOf` tells these names
  }, [all, hasShared, scope, me, view.sorting, ownerNames]);
  const here = folder.above.at(-1);
  return {
    files,
    folder,
    /** The searched words; while they are not empty, `files` are the found ones. */
    words,
    setWords,
    isFinding,
    view,
    /** Changes the view, also for the next visit. */
    setView(next: FilesView) {
      setView(next);
      storeView(next);
    },
    scope,
    setScope,
    /** True if some belong to other people, so that a scope can be chosen. */
    hasShared,
    /** The folder itself; undefined at the top, and until it is loaded. */
    here,
    mayWrite: folderId === 0 || (here?.permission ?? PERMISSION.none) >= PERMISSION.write,
    state: isFinding ? found.state : folder.state,
    refusal: isFinding ? '' : folder.refusal,
    /** Reads what is shown again. */
    again: isFinding ? found.again : folder.again,
    /** Reads the folder and the search results again. */
    againAll() {
      folder.again();
      found.again();
    },
  };
}

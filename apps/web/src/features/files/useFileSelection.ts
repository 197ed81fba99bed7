import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { useState } from 'react';
import { create } from 'zustand';

export interface FileClipboard {
  kind: 'cut' | 'copy';
  files: readonly DriveFile[];
}
/** Cut or copied entries, across folders. */
export const useFileClipboard = create<{ held: FileClipboard | null }>(() => ({ held: null }));
export const setFileClipboard = (held: FileClipboard | null): void => useFileClipboard.setState({ held });

export type FileSelection = ReturnType<typeof useFileSelection>;

/** The selected entries; nothing is selected in another folder. */
export function useFileSelection(folder: number, shown: readonly DriveFile[]) {
  const [state, setState] = useState<{ of: number; ids: ReadonlySet<number> }>({ of: folder, ids: new Set() });
  const ids = state.of === folder ? state.ids : new Set<number>();
  const files = shown.filter((file) => ids.has(file.id));
  const put = (next: Iterable<number>) => setState({ of: folder, ids: new Set(next) });
  return {
    files,
    has: (id: number) => ids.has(id),
    toggle: (id: number) => put(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]),
    all: () => put(shown.map(({ id }) => id)),
    none: () => put([]),
  };
}

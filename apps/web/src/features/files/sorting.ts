import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { inNameOrder } from '@atrium/contract/files/driveTypes.ts';

export const COLUMNS = ['name', 'size', 'type', 'owner', 'modified'] as const;
export type Column = (typeof COLUMNS)[number];
export interface Sorting {
  by: Column;
  isDown: boolean;
}

/** Folders first in any order; ties by name. */
export function sorted<F extends DriveFile>(
  files: readonly F[],
  { by, isDown }: Sorting,
  words: { locale: string; ownerOf: (userid: number) => string },
): F[] {
  const named = inNameOrder(files, words.locale);
  const { compare } = new Intl.Collator(words.locale, { numeric: true, sensitivity: 'base' });
  const place = new Map(named.map((file, index) => [file.id, index]));
  const orders: Record<Column, (a: DriveFile, b: DriveFile) => number> = {
    name: (a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0),
    size: (a, b) => a.size - b.size,
    type: (a, b) => compare(a.ext, b.ext),
    owner: (a, b) => compare(words.ownerOf(a.userid), words.ownerOf(b.userid)),
    modified: (a, b) => a.updated_at.localeCompare(b.updated_at),
  };
  if (by === 'name' && !isDown) return named;
  const turn = isDown ? -1 : 1;
  const isFolder = (file: DriveFile) => Number(file.type === 'folder');
  return named.toSorted((a, b) => isFolder(b) - isFolder(a) || turn * orders[by](a, b));
}

const KEPT = 'drive.view';
export interface FilesView {
  layout: 'grid' | 'table';
  sorting: Sorting;
  /** True if the details are shown beside the files. */
  hasDetails?: boolean;
}
const FIRST: FilesView = { layout: 'grid', sorting: { by: 'name', isDown: false } };

/** The last view on this device. */
export function storedView(): FilesView {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<FilesView>) };
  } catch {
    return FIRST;
  }
}
export const storeView = (view: FilesView): void => localStorage.setItem(KEPT, JSON.stringify(view));

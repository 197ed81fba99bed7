import { type DragEvent, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Handles dropped files. Folders are refused, unless the place can show them: then their files have a path. */
export function useFileDrop(onFiles: (files: readonly File[]) => void, { takesFolders = false } = {}) {
  const [isOver, setOver] = useState(false);
  // Enter and leave events are counted, because moving over child elements fires them repeatedly.
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  return {
    isOver,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragOver(event: DragEvent) {
        if (hasFiles(event)) event.preventDefault();
      },
      onDragLeave(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) end();
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        end();
        if (takesFolders) {
          void filesIn(event.dataTransfer).then((files) => files.length > 0 && onFiles(files));
          return;
        }
        const files = [...event.dataTransfer.items].flatMap((item) => {
          const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile();
          return file ? [file] : [];
        });
        if (files.length < event.dataTransfer.items.length) notify(t('file.no_folders'), { kind: 'error' });
        if (files.length > 0) onFiles(files);
      },
    },
  };
}

/**
 * Returns all dropped files, also those in folders. The entries are read at once, because they are gone after the
 * event.
 */
async function filesIn({ items }: DataTransfer): Promise<File[]> {
  const all = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: File[] = [];
  for (const { entry, file } of all) {
    if (entry?.isDirectory) await addFrom(entry as FileSystemDirectoryEntry, found);
    else if (file) found.push(file);
  }
  return found;
}

/** At most this many files are taken, for example of a whole disk. */
const MOST = 10_000;

async function addFrom(folder: FileSystemDirectoryEntry, found: File[]): Promise<void> {
  const reader = folder.createReader();
  // The loop is needed because a reader returns a hundred entries at a time.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (found.length >= MOST) return;
      if (entry.isDirectory) await addFrom(entry as FileSystemDirectoryEntry, found);
      else await addFile(entry as FileSystemFileEntry, found);
    }
  }
}

async function addFile(entry: FileSystemFileEntry, found: File[]): Promise<void> {
  const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
  if (!file) return;
  // The path is set as browsers do for files of a chosen folder.
  Object.defineProperty(file, 'webkitRelativePath', { value: entry.fullPath.slice(1) });
  found.push(file);
}

import { type DriveFile, PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName, type NewType } from '@atrium/contract/files/driveTypes.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { addDrive, copyDrive, deleteDrive, moveDrive, renameDrive } from '#entities/drive/drive.actions.ts';
import type { ListedFiles } from './reading/useListedFiles.ts';
import { beginUploads } from './uploads/uploads.ts';
import { focusFile } from './useFileKeys.ts';
import { type FileSelection, setFileClipboard, useFileClipboard } from './useFileSelection.ts';

export type FileActions = ReturnType<typeof useFileActions>;

interface FileActionsOptions {
  folderId: number;
  listed: ListedFiles;
  selected: FileSelection;
  onFile: (folderId: number, fileId: number) => void;
}

/** The files that the reader may remove from here. */
const removable = (files: readonly DriveFile[]) => files.filter(({ permission }) => permission >= PERMISSION.full);

/** The names that the folder has already, each once. For files of a chosen folder, the name of that folder counts. */
function clashesIn(folder: readonly DriveFile[], chosen: readonly File[]): string[] {
  const kinds = Map.groupBy(folder, ({ type }) => type === 'folder');
  const namesOf = (isFolder: boolean) => new Set(kinds.get(isFolder)?.map((file) => fullName(file).toLowerCase()));
  const [names, folders] = [namesOf(false), namesOf(true)];
  const same = chosen.flatMap(({ name, webkitRelativePath: path }) => {
    const [top = ''] = path.split('/');
    if (path) return folders.has(top.toLowerCase()) ? [top] : [];
    return names.has(name.toLowerCase()) ? [name] : [];
  });
  return [...new Set(same)];
}

/** The commands that change the files of a folder, and the questions before them. */
export function useFileActions({ folderId, listed, selected, onFile }: FileActionsOptions) {
  const { folder, mayWrite } = listed;
  const held = useFileClipboard((state) => state.held);
  const [renaming, setRenaming] = useState(0);
  const [making, setMaking] = useState<NewType | null>(null);
  const [clash, setClash] = useState<{ files: readonly File[]; same: readonly string[] } | null>(null);

  return {
    held,
    /** The id of the file whose name is being edited; 0 = none. */
    renaming,
    /** Opens the field for the name; the caller knows that the reader may change it. */
    beginRename: (file: DriveFile) => setRenaming(file.id),
    /** The kind of new item that is being named. */
    making,
    setMaking,
    /** The files to upload, of which some names are taken. */
    clash,
    setClash,
    /** Renames a file; null leaves the name as it is. */
    async rename(file: DriveFile, name: string | null) {
      flushSync(() => setRenaming(0));
      focusFile(file.id);
      if (name !== null) await renameDrive(file.id, name);
      listed.againAll();
    },
    /** Creates an item; without a name it creates nothing. */
    async make(type: NewType, name: string | null) {
      setMaking(null);
      if (name === null) return;
      const made = await addDrive(folderId, type, name);
      folder.again();
      if (made && type !== 'folder') onFile(folderId, made.id);
      else if (made) focusFile(made.id);
    },
    /** Uploads files. Asks once about all whose names are taken. */
    upload(chosen: readonly File[]) {
      if (!mayWrite) return;
      const same = clashesIn(folder.files, chosen);
      if (same.length > 0) setClash({ files: chosen, same });
      else beginUploads(folderId, chosen, false);
    },
    /** Returns the file, or the selection that it belongs to. */
    chosenWith: (file: DriveFile) => (selected.has(file.id) ? selected.files : [file]),
    cut(files: readonly DriveFile[]) {
      const mine = removable(files);
      if (mine.length > 0) setFileClipboard({ kind: 'cut', files: mine });
    },
    async paste() {
      if (!held || !mayWrite) return;
      if (held.kind === 'cut')
        await moveDrive(
          held.files.map(({ id }) => id),
          folderId,
        );
      else for (const { id, type } of held.files) if (type !== 'folder') await copyDrive(id, folderId);
      if (held.kind === 'cut') setFileClipboard(null);
      folder.again();
    },
    async remove(files: readonly DriveFile[]) {
      if (!(await deleteDrive(removable(files)))) return;
      selected.none();
      listed.againAll();
    },
  };
}

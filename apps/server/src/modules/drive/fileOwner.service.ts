import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { FileOwner } from '#modules/files/owners.service';
import { recordFileView } from '#modules/recents/note.service';
import { driveByKey, firstReadable } from './drive.access.ts';

/** Files of the file area in all their versions. */
export const driveFiles: FileOwner = {
  async open(view, { drive }) {
    const row = await firstReadable(view, drive);
    return (
      row && { name: fullName(row), note: (writing) => recordFileView(writing, { type: 'file', target_id: row.id }) }
    );
  },
  async openByKey(view, file, { fileId, holder }) {
    const row = file.drive.includes(fileId) ? await driveByKey(view, fileId, holder) : undefined;
    // A public link opens the current content only; readers get earlier versions too.
    return row && (!holder.code || row.stored_id === file.id) ? {} : undefined;
  },
};

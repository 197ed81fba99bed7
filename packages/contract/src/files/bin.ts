import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Id, Ids, MaybeId } from '../kit.ts';
import { DriveFile } from './drive.ts';

/** An item of the bin, deleted at once: a file, or a folder with everything in it. */
export const BinItem = Type.Object({
  id: Id(),
  /** Without its extension. */
  name: Type.String(),
  ext: Type.String(),
  type: Type.String(),
  /** Bytes and number of the files in it. */
  size: Count(),
  files: Count(),
  /** The name of the folder that it was in; '' at the top. */
  folder: Type.String(),
  /** True if the old folder is gone: the item is restored to the top. */
  is_homeless: Type.Boolean(),
  deleted_by: Count(),
  deleted_at: DateTime(),
  /** The time at which it is deleted for good. */
  purged_at: DateTime(),
});
export type BinItem = Static<typeof BinItem>;

export const driveBin = call('file/bin/lists', {
  summary: 'Lists the deleted files and folders of the caller, the latest first; `before_id` returns earlier ones.',
  access: 'user',
  input: Type.Object({ before_id: MaybeId() }),
  output: Type.Object({ list: Type.Array(BinItem), has_more: Type.Boolean(), days: Count() }),
});
export const driveBinRestore = call('file/bin/restore', {
  summary:
    'Restores deleted files and folders to the folder that they were in, or to the top if it is gone. Shares and links do not come back.',
  access: 'user',
  input: Type.Object({ ids: Ids(100) }),
  output: Type.Array(DriveFile),
  errors: ['file.gone', 'drive.full'],
});
export const driveBinDelete = call('file/bin/delete', {
  summary: 'Deletes files and folders in the bin for good. For their owner.',
  access: 'user',
  input: Type.Object({ ids: Ids(100) }),
  output: Type.Object({ ids: Type.Array(Id()) }),
  errors: ['file.gone'],
});
export const driveBinEmpty = call('file/bin/empty', {
  summary: 'Deletes everything in the caller’s bin for good.',
  access: 'user',
  output: Type.Object({ count: Count() }),
});

export const binCalls = [driveBin, driveBinRestore, driveBinDelete, driveBinEmpty] as const;

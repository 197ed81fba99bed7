import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Id, Nullable } from '../kit.ts';
import { DriveFile } from './drive.ts';

/** What the panel beside the files shows about one of them. */
export const FileDetails = Type.Object({
  file: DriveFile,
  /** The folders above that the caller may see, from the top. */
  place: Type.Array(Type.Object({ id: Id(), name: Type.String() })),
  /** Who wrote the newest version, or created it. */
  changed_by: Count(),
  /** The number of versions; 0 for folders. */
  versions: Count(),
  /** For the owner: who it is shared with, also by a folder above; userid 0 is everyone. Null for others. */
  shares: Nullable(Type.Array(Type.Object({ userid: Count(), permission: Count() }))),
  /** With full access: who opened it and may still open it, the latest first. Null for others, and for folders. */
  opened: Nullable(Type.Array(Type.Object({ userid: Id(), opened_at: DateTime() }))),
});
export type FileDetails = Static<typeof FileDetails>;

export const driveDetails = call('file/details', {
  summary: 'Returns where a file or folder is, who changed it, who has access, and who opened it.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: FileDetails,
  errors: ['file.gone'],
});
export const driveRecent = call('file/recent', {
  summary: 'Lists the files that the caller opened last and may still open, the latest first.',
  access: 'user',
  input: Type.Object({}),
  output: Type.Array(DriveFile),
});

export const detailsCalls = [driveDetails, driveRecent] as const;

import { type Static, Type } from 'typebox';
import { Count, call, DateTime, errors, Id, Line, MaybeInt, Nullable } from '../kit.ts';
import { DriveFile } from './drive.ts';

/** The details of one file in the panel beside the files. */
export const FileDetails = Type.Object({
  file: DriveFile,
  /** The folders above that the caller may see, from the top. */
  place: Type.Array(Type.Object({ id: Id(), name: Type.String() })),
  /** The author of the newest version, or the creator. */
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

/** Most characters that one call returns, and the usual number. */
const [FETCHED, FETCHED_USUALLY] = [200_000, 50_000];

export const driveFetch = call('file/fetch', {
  summary:
    'Returns the text in a file that the caller may open (PDF, office, Markdown, text, code, drawings, mind maps, spreadsheets), in parts. `path` is the id of a file, the code of a link, or the address of a file in a message or task.',
  access: 'user',
  input: Type.Object({
    path: Line({ minLength: 1, maxLength: 1000 }),
    /** Characters before this part. */
    offset: MaybeInt({ minimum: 0, maximum: 10_000_000 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: FETCHED, default: FETCHED_USUALLY, wire: 'clamp' })),
  }),
  output: Type.Object({
    name: Type.String(),
    text: Type.String(),
    offset: Count(),
    /** Characters of the whole text; 0 for files without one. */
    total: Count(),
    /** The offset of the next part; null after the last one. */
    next_offset: Nullable(Count()),
  }),
  errors: ['file.gone', 'file.unread', 'drive.file', 'drive.link_locked'],
});
export const detailsCalls = [driveDetails, driveRecent, driveFetch] as const;
export const detailsErrors = errors({
  /** The file was stored a moment ago, and its text is not read yet. */
  'file.unread': { ret: 0 },
});

import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  Empty,
  errors,
  Id,
  Line,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
  ReadOrSave,
} from '../kit.ts';
import { DRIVE_NAME_MAX } from './drive.ts';

/** The address of WebDAV, after the workspace's own. */
export const DAV_PATH = '/dav/';
/** The folders at its top: one's own files, and those shared by others. */
export const DAV_ROOTS = ['files', 'shared'] as const;

export const DAV_LIMITS = {
  credentials: { least: 1, most: 20 },
  days: { least: 1, most: 3650 },
  /** Megabytes. */
  file_mb: { least: 1, most: 10_240 },
  copied: { least: 1, most: 10_000 },
} as const;

export const davErrors = errors({
  'dav.closed': { ret: 0 },
  'dav.many': { ret: 0 },
  'dav.days': { ret: 0 },
});

/** An app password for WebDAV, with which programs reach the files of one person. */
export const DavCredential = Type.Object({
  id: Id(),
  name: Type.String(),
  /** The user name to enter. */
  public_id: Type.String(),
  expired_at: Nullable(DateTime()),
  used_at: Nullable(DateTime()),
  used_ip: Type.String(),
  created_at: DateTime(),
});
export type DavCredential = Static<typeof DavCredential>;

export const DavSettings = Type.Object({
  open: OneOf('open', 'close'),
  /** App passwords per person. */
  credentials: Count(),
  /** The longest life of an app password, in days; proposed for new ones. */
  days: Count(),
  /** Maximum size of a file, in megabytes; the workspace's own limit counts as well. */
  file_mb: Count(),
  /** Files and folders that one copy may contain. */
  copied: Count(),
});
export type DavSettings = Static<typeof DavSettings>;

export const davStatus = call('file/dav/status', {
  summary: 'Returns whether WebDAV is on, its address and its limits.',
  access: 'user',
  output: Type.Object({ ...DavSettings.properties, url: Type.String() }),
});
export const davCredentials = call('file/dav/credentials', {
  summary: 'Lists the caller’s app passwords for WebDAV.',
  access: 'user',
  output: Type.Object({ list: Type.Array(DavCredential) }),
});
export const davCreate = call('file/dav/create', {
  summary: 'Makes an app password for WebDAV, which is in this answer only. Needs a proof of who is asking.',
  access: 'user',
  input: Type.Object({
    name: Line({ minLength: 1, maxLength: 100 }),
    /** Days until it expires; by default the longest that the workspace allows. */
    expire_days: MaybeInt({ minimum: 1, maximum: DAV_LIMITS.days.most }),
  }),
  output: Type.Object({ ...DavCredential.properties, password: Type.String() }),
  errors: ['dav.closed', 'dav.many', 'dav.days', 'forbidden', 'proof.needed'],
});
export const davRevoke = call('file/dav/revoke', {
  summary: 'Ends an app password at once; it stays in the list of the caller’s app passwords until it is deleted.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['token.gone'],
});
export const davDelete = call('file/dav/delete', {
  summary: 'Deletes an app password, which ends at once.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['token.gone'],
});

const DavConflict = Type.Object({
  /** The folder; 0 at the top. */
  pid: Count(),
  folder: Type.String(),
  /** The name that they share, without regard to case. */
  name: Type.String(),
  items: Type.Array(Type.Object({ id: Id(), type: Type.String(), shown: Type.String() })),
});
export const davConflicts = call('file/dav/conflicts', {
  summary:
    'Lists the caller’s files and folders that WebDAV clients could not tell apart by their names; `shown` is the name that WebDAV gives them.',
  access: 'user',
  output: Type.Object({ list: Type.Array(DavConflict) }),
});
export const davConflictRename = call('file/dav/conflictrename', {
  summary: 'Renames one of them: to `name`, or by default to its name with a free number.',
  access: 'user',
  input: Type.Object({ id: Id(), name: Type.Optional(Line({ maxLength: DRIVE_NAME_MAX })) }),
  output: Type.Object({ id: Id(), name: Type.String() }),
  errors: ['file.gone', 'forbidden', 'drive.name'],
});

export const davAdminSetting = call('file/dav/adminsetting', {
  summary: 'Returns or saves the rules of WebDAV. Saving needs a proof of who is asking.',
  access: 'admin',
  input: Type.Object({
    type: ReadOrSave(),
    open: Type.Optional(OneOf('open', 'close')),
    credentials: MaybeInt({ minimum: DAV_LIMITS.credentials.least, maximum: DAV_LIMITS.credentials.most }),
    days: MaybeInt({ minimum: DAV_LIMITS.days.least, maximum: DAV_LIMITS.days.most }),
    file_mb: MaybeInt({ minimum: DAV_LIMITS.file_mb.least, maximum: DAV_LIMITS.file_mb.most }),
    copied: MaybeInt({ minimum: DAV_LIMITS.copied.least, maximum: DAV_LIMITS.copied.most }),
  }),
  output: DavSettings,
  errors: ['proof.needed'],
});
export const davAdminStatus = call('file/dav/adminstatus', {
  summary: 'Lists the people with app passwords for WebDAV, with their number and when one was last used.',
  access: 'admin',
  input: Type.Object({ before_id: MaybeId() }),
  output: Type.Object({
    list: Type.Array(
      Type.Object({ userid: Id(), count: Count(), used_at: Nullable(DateTime()), used_ip: Type.String() }),
    ),
    has_more: Type.Boolean(),
  }),
});
export const davUserRevoke = call('file/dav/userrevoke', {
  summary: 'Ends all app passwords of a person at once. Needs a proof of who is asking.',
  access: 'admin',
  input: Type.Object({ userid: Id() }),
  output: Type.Object({ count: Count() }),
  errors: ['proof.needed'],
});

export const davCalls = [
  davStatus,
  davCredentials,
  davCreate,
  davRevoke,
  davDelete,
  davConflicts,
  davConflictRename,
  davAdminSetting,
  davAdminStatus,
  davUserRevoke,
] as const;

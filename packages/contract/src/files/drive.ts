import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  errors,
  event,
  Id,
  Ids,
  Line,
  MaybeFlag,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
  Page,
  Paging,
  Text,
  Upload,
} from '../kit.ts';
import { FILE_MODES } from './fileModes.ts';
import { FILE_MAX_BYTES } from './limits.ts';

/** Rights on a file: none, view, edit, everything except what only its owner can do. */
export const PERMISSION = { none: -1, read: 0, write: 1, full: 1000 } as const;
export const MAX_IN_FOLDER = 10_000;
export const MAX_SHARED_WITH = 100;
export const DRIVE_NAME_MAX = 100;
/** Maximum content of an archive. */
export const PACK_BYTES = 1024 ** 3;

/** A file or folder of the file area as one person sees it; items shared with them are at the top level. */
export const DriveFile = Type.Object({
  id: Id(),
  /** The folder; 0 at the top level. */
  pid: Count(),
  /** The folders above it, `,1,2,`; '' at the top. */
  pids: Type.String(),
  /** The source of a copy; 0 = not a copy. */
  cid: Count(),
  /** Without its extension. */
  name: Type.String(),
  type: Type.String(),
  ext: Type.String(),
  /** Bytes. */
  size: Count(),
  /** The owner, and the person who created it there. */
  userid: Count(),
  created_id: Count(),
  /** 1: the item itself is shared. */
  share: Count(),
  /** The id of the shared item: itself, or a folder above it; 0 = not shared. */
  pshare: Count(),
  created_at: DateTime(),
  updated_at: DateTime(),
  /** -1 none, 0 read, 1 read and write, 1000 the owner's. */
  permission: Type.Integer(),
  /** Path of its content; '' without content. `url` is the same after `{{RemoteURL}}`; clients add `key`. */
  path: Type.String(),
  url: Type.String(),
  thumb: Type.String(),
  image_url: Type.Optional(Type.String()),
  image_width: Type.Optional(Count()),
  image_height: Type.Optional(Count()),
});
export type DriveFile = Static<typeof DriveFile>;

export const driveErrors = errors({
  'drive.name': { ret: 0 },
  'drive.full': { ret: 0 },
  'drive.folder': { ret: 0 },
  'drive.file': { ret: 0 },
  'drive.inside': { ret: 0 },
  'drive.copied': { ret: 0 },
  /** Repeating the call with `force` removes the shares inside. */
  'drive.shared': { ret: -3001 },
  'drive.share_inside': { ret: 0 },
  'drive.share_move': { ret: 0 },
  'drive.share_people': { ret: 0 },
  'drive.link_locked': { ret: 0 },
  'drive.link_password': { ret: 0 },
  'drive.link_short': { ret: 0 },
  'drive.link_used': { ret: 0 },
  'drive.share_owner': { ret: 0 },
  'drive.share_everyone': { ret: 0 },
  'drive.words': { ret: 0 },
  'drive.large': { ret: 0 },
  'drive.pack_large': { ret: 0 },
  'drive.pack_waiting': { ret: 0 },
  'drive.pack_denied': { ret: 0 },
});

export const FoundFile = Type.Object({
  ...DriveFile.properties,
  /** The place of the words. */
  matched: Type.Optional(OneOf('name', 'content')),
  /** The text around the first of the words, if they are in the content. */
  snippet: Type.Optional(Type.String()),
});
export type FoundFile = Static<typeof FoundFile>;

/** An id, the code of a link, or what `file/link/open` returned for a link with a password or a limit. */
const Handle = () => Line({ minLength: 1, maxLength: 200 });
const GONE = ['file.gone'] as const;

export const driveLists = call('file/lists', {
  summary:
    'Lists a folder, followed by the folder itself and those above it; at the top (`pid` 0), the caller’s own files and those shared with them. With `take`, only the first ones by name, folders before files.',
  access: 'user',
  input: Type.Object({ pid: MaybeId(), take: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_IN_FOLDER })) }),
  output: Type.Array(DriveFile),
  errors: [...GONE, 'drive.folder'],
});
export const driveOne = call('file/one', {
  summary:
    'Returns one file, by its id or by the code of a link. A public link works for anyone, a link in a message after sign-in.',
  access: 'public',
  input: Type.Object({ id: Handle() }),
  output: Type.Object({
    ...DriveFile.properties,
    /** For the addresses of this file, valid for an hour. */
    key: Type.String(),
  }),
  errors: [...GONE, 'auth.required', 'drive.link_locked'],
});
export const driveSearch = call('file/search', {
  summary:
    'Finds files and folders by their names and by the text in them (PDF, office, Markdown, text, code), among the caller’s own and those shared with them; the code of a link finds its file.',
  access: 'user',
  input: Type.Object({
    key: Type.Optional(Line({ maxLength: 200 })),
    link: Type.Optional(Line({ maxLength: 1000 })),
    take: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, wire: 'clamp' })),
  }),
  output: Type.Array(FoundFile),
});
export const driveAdd = call('file/add', {
  summary:
    'Creates a folder, or an empty document, drawing, mind map or, with an office server, Word, Excel or PowerPoint file; with `id`, renames one.',
  access: 'user',
  input: Type.Object({
    id: MaybeId(),
    pid: MaybeId(),
    name: Line({ maxLength: 300 }),
    type: Type.Optional(OneOf('folder', 'document', 'drawing', 'mind', 'sheet', 'word', 'excel', 'ppt')),
  }),
  output: DriveFile,
  errors: [...GONE, 'forbidden', 'drive.name', 'drive.full', 'drive.folder', 'office.none'],
});
export const driveCopy = call('file/copy', {
  summary: 'Copies a file into the same folder, or into the folder `pid` (0: the caller’s top level).',
  access: 'user',
  input: Type.Object({ id: Id(), pid: MaybeInt({ minimum: 0 }) }),
  output: DriveFile,
  errors: [...GONE, 'forbidden', 'drive.file', 'drive.full', 'drive.folder'],
});
export const driveMove = call('file/move', {
  summary: 'Moves files into another folder, whose owner owns them from then on; 0: the caller’s top level.',
  access: 'user',
  input: Type.Object({ ids: Ids(100), pid: MaybeId() }),
  output: Type.Array(DriveFile),
  errors: [...GONE, 'forbidden', 'drive.full', 'drive.folder', 'drive.inside', 'drive.share_move'],
});
export const driveRemove = call('file/remove', {
  summary: 'Deletes files and folders with everything in them.',
  access: 'user',
  input: Type.Object({ ids: Ids(100) }),
  output: Type.Object({ ids: Type.Array(Id()) }),
  errors: [...GONE, 'forbidden'],
});

export const driveContent = call('file/content', {
  summary:
    'Returns what is in a file, as text where it has some. With `down` (`yes`, `preview`) the answer is the file itself, and its address takes `key`.',
  access: 'public',
  input: Type.Object({
    id: Handle(),
    only_update_at: Type.Optional(OneOf('no', 'yes')),
    down: Type.Optional(OneOf('no', 'yes', 'preview')),
    history_id: MaybeId(),
  }),
  output: Type.Object({
    id: Id(),
    update_at: DateTime(),
    /** Id of the version; 0 = no version yet. */
    history_id: Type.Optional(Count()),
    file_mode: Type.Optional(OneOf(...FILE_MODES)),
    /** Empty if it is not text. */
    content: Type.Optional(
      Type.Object({ type: Type.Optional(OneOf('md', 'text')), content: Type.Optional(Type.String()) }),
    ),
  }),
  errors: [...GONE, 'auth.required', 'drive.file', 'drive.link_locked'],
});
export const DriveVersion = Type.Object({
  id: Id(),
  fid: Id(),
  ext: Type.String(),
  size: Count(),
  userid: Count(),
  /** Everybody who wrote it, the last one included. */
  authors: Type.Array(Id()),
  created_at: DateTime(),
});
export type DriveVersion = Static<typeof DriveVersion>;

export const driveSave = call('file/content/save', {
  summary:
    'Saves a document (`content`: JSON `{type: md|text, content}`) or a text, drawing or mind map (`{content}`) as a new version. `history_id` is the version it was made from, so that what others have written since then remains.',
  access: 'user',
  input: Type.Object({ id: Id(), content: Text(), history_id: MaybeId() }),
  output: DriveVersion,
  errors: [...GONE, 'forbidden', 'drive.words', 'drive.large', 'rate.limited'],
});
export const driveUpload = call('file/content/upload', {
  summary:
    'Stores a file in a folder. `webkitRelativePath` names the folders on the way, created where they do not exist; `cover` replaces a file of the same name.',
  access: 'user',
  input: Type.Object({
    pid: MaybeId(),
    cover: MaybeFlag(),
    webkitRelativePath: Type.Optional(Line({ maxLength: 2000 })),
    files: Upload({ maxBytes: FILE_MAX_BYTES, isBySetting: true }),
  }),
  output: Type.Array(Type.Object({ ...DriveFile.properties, full_name: Type.String(), overwrite: Type.Integer() })),
  errors: [...GONE, 'forbidden', 'drive.full', 'drive.folder', 'upload.large', 'rate.limited'],
});
export const driveHistory = call('file/content/history', {
  summary: 'Lists the versions of a file, newest first.',
  access: 'user',
  input: Type.Object({ id: Id(), ...Paging(20, 100) }),
  output: Page(DriveVersion),
  errors: [...GONE, 'drive.file'],
});
export const driveRestore = call('file/content/restore', {
  summary: 'Restores an earlier version as the newest one.',
  access: 'user',
  input: Type.Object({ id: Id(), history_id: Id() }),
  output: DriveVersion,
  errors: [...GONE, 'forbidden', 'drive.file'],
});

const ShareList = Type.Array(Type.Object({ file_id: Id(), userid: Count(), permission: Count() }));
const Shares = Type.Object({
  id: Id(),
  list: ShareList,
  /** The shared folder above, if any: its people can open this too. */
  inherited: Type.Optional(Type.Object({ id: Id(), name: Type.String(), list: ShareList })),
});
export const driveShare = call('file/share', {
  summary: 'Lists the people a file is shared with; userid 0 is everyone. For its owner.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Shares,
  errors: [...GONE, 'drive.share_owner'],
});
export const driveShareUpdate = call('file/share/update', {
  summary: 'Shares with people to view (0) or to edit (1), or ends their access (-1). For its owner.',
  access: 'user',
  input: Type.Object({
    id: Id(),
    userids: Ids(MAX_SHARED_WITH + 1),
    permission: MaybeInt({ minimum: -1, maximum: 1 }),
    force: MaybeFlag(),
  }),
  output: Shares,
  errors: [...GONE, 'drive.share_owner', 'drive.shared', 'drive.share_inside', 'drive.share_people'],
});
export const driveShareOut = call('file/share/out', {
  summary: 'Leaves a file or folder that was shared with the caller.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Type.Object({ id: Id() }),
  errors: [...GONE, 'drive.share_owner', 'drive.share_everyone'],
});
export const driveLink = call('file/link', {
  summary:
    'Returns the caller’s public link to a file, which opens it for anyone; `refresh` replaces it and keeps the expiry.',
  access: 'user',
  input: Type.Object({ id: Id(), refresh: Type.Optional(OneOf('no', 'yes')) }),
  output: Type.Object({ id: Id(), url: Type.String(), code: Type.String(), num: Count() }),
  errors: [...GONE, 'drive.file'],
});

/** A link that opens a file for people it is not shared with. */
export const PublicLink = Type.Object({
  id: Id(),
  file_id: Id(),
  /** The file's name. */
  name: Type.String(),
  /** The creator; the link is valid while they may read the file. */
  userid: Id(),
  /** `anyone` with the link, without signing in; or `members` with it, as in a message that mentions the file. */
  audience: OneOf('anyone', 'members'),
  created_at: DateTime(),
  /** Null without an expiry. */
  expired_at: Nullable(DateTime()),
  /** The number of views. */
  num: Count(),
  has_password: Type.Boolean(),
  /** The number of times that people without access to the file may open it with this link; 0 = no limit. */
  open_limit: Count(),
  /** The number of times that they have opened it since the limit was set. */
  opens: Count(),
  url: Type.String(),
});
export type PublicLink = Static<typeof PublicLink>;
export const LINK_PASSWORD_MIN = 8;
export const LINK_LIVES = ['never', 'day', 'week', 'month'] as const;
export const driveLinks = call('file/links', {
  summary:
    'Lists the links to a file, or to files in a folder: all of them with full rights, otherwise the caller’s own. Newest first, after the caller’s own public link; `before_id` returns older ones.',
  access: 'user',
  input: Type.Object({ id: Id(), before_id: MaybeId() }),
  output: Type.Object({ id: Id(), list: Type.Array(PublicLink), has_more: Type.Boolean() }),
  errors: GONE,
});
export const driveLinkSave = call('file/link/save', {
  summary:
    'Turns on the caller’s public link to a file, or changes it: how long it works from now, its password, and how often it can be opened. What is not given stays.',
  access: 'user',
  input: Type.Object({
    id: Id(),
    expire: Type.Optional(OneOf(...LINK_LIVES)),
    /** Empty removes it. */
    password: Type.Optional(Text({ maxLength: 256 })),
    /** 0 removes it. Counting starts again whenever it is set. */
    open_limit: MaybeInt({ minimum: 0, maximum: 1_000_000 }),
  }),
  output: PublicLink,
  errors: [...GONE, 'drive.file', 'drive.link_short'],
});
export const driveLinkOpen = call('file/link/open', {
  summary:
    'Opens a public link that has a password or a limit, and counts the opening. For an hour the returned `id` takes the place of the code in `file/one` and `file/content`.',
  access: 'public',
  input: Type.Object({
    code: Line({ minLength: 1, maxLength: 100 }),
    password: Type.Optional(Text({ maxLength: 256 })),
  }),
  output: Type.Object({ id: Handle() }),
  errors: [...GONE, 'auth.required', 'drive.link_password', 'drive.link_used', 'rate.limited'],
});
export const driveLinkDelete = call('file/link/delete', {
  summary:
    'Turns off a link, for the person who created it and for people with full rights on the file or a folder above it.',
  access: 'user',
  input: Type.Object({ link_id: Id() }),
  output: Type.Object({ id: Id() }),
  errors: GONE,
});

export const driveUsage = call('file/usage', {
  summary: 'Returns how many bytes the caller stores, in messages and files, and their limit; 0 = no limit.',
  access: 'user',
  input: Type.Object({}),
  output: Type.Object({ used: Count(), limit: Count() }),
});

export const drivePack = call('file/download/pack', {
  summary:
    'Packs files and folders that the caller can edit into one archive. Progress is announced and a bot sends the archive; until then `url` returns nothing. With `key`, as in `url`, the answer is the archive.',
  access: 'user',
  input: Type.Object({ ids: Ids(100), name: Line({ minLength: 1, maxLength: 300 }) }),
  output: Type.Object({ name: Type.String(), url: Type.String() }),
  errors: [...GONE, 'forbidden', 'drive.pack_large', 'drive.pack_waiting', 'drive.pack_denied'],
});

/**
 * Sent to people who may open the file. If that is everyone, it contains only the id, and clients that show the file
 * load it.
 */
const ChangedFile = Type.Object({ ...Type.Partial(DriveFile).properties, id: Id(), pid: Count() });
export const driveAdded = event('file', 'add', ChangedFile);
export const driveUpdated = event('file', 'update', ChangedFile);
export const driveDeleted = event('file', 'delete', Type.Object({ id: Id(), pid: Count() }));
export const driveWritten = event(
  'file',
  'content',
  Type.Object({ id: Id(), pid: Count(), userid: Id(), nickname: Type.String(), time: DateTime() }),
);

/** The comments on it have changed. An open document has its own event for this. */
export const driveCommented = event('file', 'comment', Type.Object({ id: Id(), pid: Count() }));

/** Percent, sent to the person who asked; 100 = ready, -1 = failed. */
export const drivePacked = event(
  'file',
  'compress',
  Type.Object({ id: Id(), name: Type.String(), url: Type.String(), progress: Type.Integer() }),
);

export const driveCalls = [
  driveLists,
  driveOne,
  driveSearch,
  driveAdd,
  driveCopy,
  driveMove,
  driveRemove,
  driveContent,
  driveSave,
  driveUpload,
  driveHistory,
  driveRestore,
  driveShare,
  driveShareUpdate,
  driveShareOut,
  driveLink,
  driveLinks,
  driveLinkSave,
  driveLinkOpen,
  driveLinkDelete,
  driveUsage,
  drivePack,
] as const;
export const driveEvents = [driveAdded, driveUpdated, driveDeleted, driveWritten, driveCommented, drivePacked] as const;

import { buffer } from 'node:stream/consumers';
import type * as contract from '@atrium/contract/files/drive.ts';
import { type DriveVersion, PERMISSION } from '@atrium/contract/files/drive.ts';
import { driveTypeOf, fullName, isDrawn, isWritable } from '@atrium/contract/files/driveTypes.ts';
import { fileModeOf, WORDS_BYTES } from '@atrium/contract/files/fileModes.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { partsOf } from '@atrium/richtext/document/parts.ts';
import { placeOf, storeUnchanged, withContent } from '#modules/files/files.service';
import { issueFileKey } from '#modules/files/keys.service';
import { wordsIn } from '#modules/files/words.service';
import { recordFileView } from '#modules/recents/note.service';
import { fail } from '#platform/fail';
import { pageOf } from '#platform/http/pagination';
import type { Direct } from '#platform/http/route';
import { wireTime } from '#platform/time/time';
import { performWork, type View, type Work, type WritingView } from '#platform/work';
import {
  countLinkUse,
  countVersions,
  findVersion,
  getStoredFile,
  listVersionRows,
  updateDriveContent,
} from './content.queries.ts';
import { type DriveRow, driveByHandle, driveFor, type Place, placeFor } from './drive.access.ts';
import { announceComments, announceContent, announceFile, reloadRow } from './drive.events.ts';
import { presentDrive, presentVersion } from './drive.present.ts';
import {
  findFreshRow,
  findNamed,
  insertDrive,
  insertVersion,
  lockFolder,
  lockTrees,
  nameIn,
  type Origin,
  requireRoom,
  type Stored,
} from './drive.queries.ts';
import { codeOf } from './links/locks.ts';
import { cleanedName, splitName } from './names.ts';

export async function oneDrive(view: WritingView, { id }: InputOf<typeof contract.driveOne>) {
  const row = await driveByHandle(view, id);
  const { tx, caller } = view;
  const isByLink = !/^\d+$/.test(id);
  if (isByLink) await countLinkUse(tx, codeOf(id).code);
  return {
    ...presentDrive(row, caller.userid),
    key: await issueFileKey(view, row.id, { code: isByLink ? id : undefined }),
  };
}

/** The content of a file, newest or earlier. */
export async function readContent(
  view: WritingView,
  input: InputOf<typeof contract.driveContent>,
): Promise<OutputOf<typeof contract.driveContent>> {
  const row = await driveByHandle(view, input.id);
  if (row.type === 'folder') throw fail('drive.file');
  const update_at = wireTime(row.updated_at);
  if (input.only_update_at === 'yes') return { id: row.id, update_at };
  if (input.history_id) await requireHistory(view, row.id);
  else await recordFileView(view, { type: 'file', target_id: row.id });
  const version = await versionOf(view, row, input.history_id);
  const size = Number(version?.size ?? row.size);
  const ext = version?.ext ?? row.ext;
  const mode = fileModeOf({ ext, size });
  const isWords = mode !== 'office' && mode !== 'preview';
  const words = isWords ? await wordsOf(view, version?.stored_id ?? null) : undefined;
  return {
    id: row.id,
    update_at,
    history_id: version?.id ?? 0,
    file_mode: isWords && words === undefined ? 'preview' : mode,
    content: words === undefined ? {} : { ...((mode === 'md' || mode === 'text') && { type: mode }), content: words },
  };
}

/** The text of a version; undefined if the version is not text. */
export async function wordsOf({ tx, app }: View, storedId: number | null): Promise<string | undefined> {
  if (storedId === null) return '';
  const stored = await getStoredFile(tx, storedId);
  return wordsIn(await buffer(app.storage.read(placeOf(stored))));
}

/**
 * Earlier versions are for people who may read the file themselves: a public link gives the newest only. @throws
 * file.gone
 */
export async function requireHistory(view: View, id: number): Promise<void> {
  await driveFor(view, id, 'read');
}

/** Returns the given version, or the newest by default; undefined if nothing has been written. @throws file.gone */
export async function versionOf({ tx }: View, row: DriveRow, id: number | undefined) {
  const version = await findVersion(tx, row.id, id);
  if (id !== undefined && !version) throw fail('file.gone');
  return version;
}

const EXT_OF = { md: 'md', text: 'text' } as const;

/** @throws drive.words  if it is not text, or has an unexpected format */
function wordsFrom(row: DriveRow, content: string): { words: string; ext: string } {
  if (!isWritable(row.type)) throw fail('drive.words');
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    throw fail('drive.words');
  }
  const { content: words, type } = (parsed ?? {}) as { content?: unknown; type?: unknown };
  if (typeof words !== 'string') throw fail('drive.words');
  if (isDrawn(row.type) && !partsOf(words, row.type)) throw fail('drive.words');
  const isDocument = row.type === 'document' && (type === 'md' || type === 'text');
  return { words: words.toWellFormed(), ext: isDocument ? EXT_OF[type] : row.ext };
}

const WRITES_PER_WINDOW = 600;
const WINDOW_MS = 10_000;
function requireRate({ app, caller }: View): void {
  if (!app.limiter.take(`drive:${caller.userid}`, WRITES_PER_WINDOW, WINDOW_MS)) throw fail('rate.limited');
}

/** Storing the text is slow and happens outside the transaction. Unchanged text makes no new version. */
export async function saveContent(direct: Direct, input: InputOf<typeof contract.driveSave>): Promise<DriveVersion> {
  requireRate(direct);
  const before = await driveFor(direct, input.id, 'write');
  const { words, ext } = wordsFrom(before, input.content);
  const bytes = Buffer.from(words);
  if (bytes.length > WORDS_BYTES) throw fail('drive.large', { limit: WORDS_BYTES / 1024 / 1024 });
  const kept = await storeText(direct, bytes, fullName({ name: before.name, ext }));
  return performWork(
    direct.app,
    direct.caller,
    async (work) => {
      const row = await lockedFile(work, input.id);
      const newest = await versionOf(work, row, undefined);
      const isSame = newest && row.ext === ext && (kept.id === null ? row.stored_id === null : row.hash === kept.hash);
      if (isSame) return presentVersion(newest);
      return write(work, row, ext, kept, { base_id: input.history_id ?? 0 });
    },
    direct.mutation ? { id: direct.mutation, path: 'file/content/save' } : undefined,
  );
}

/** Stores a text outside a transaction. */
export async function storeText(
  direct: Pick<Direct, 'app' | 'caller'>,
  bytes: Buffer,
  name: string,
): Promise<Stored & { hash: string }> {
  if (bytes.length === 0) return { id: null, size: 0, hash: '' };
  const kept = await withContent(direct, bytes, name, (file) => storeUnchanged(direct.app, direct.caller.userid, file));
  return { id: kept.id, size: Number(kept.size), hash: kept.hash };
}

/** Locks a file: writes are serialized, and it cannot be moved or deleted meanwhile. */
async function lockedFile(work: Work, id: number): Promise<DriveRow> {
  await lockTrees(work);
  const row = await driveFor(work, id, 'write');
  if (row.type === 'folder') throw fail('drive.file');
  return row;
}

/** Replaces the content of a file, keeping its name, and notifies everybody with access. */
export async function write(
  work: Work,
  row: DriveRow,
  ext: string,
  stored: Stored,
  origin: Origin = {},
): Promise<DriveVersion> {
  const version = await insertVersion(work, row.id, ext, stored, origin);
  const place = { id: row.pid, userid: row.userid, pids: [], pshare: 0 };
  const isRenamed = ext !== row.ext;
  await updateDriveContent(
    work.tx,
    {
      stored_id: stored.id,
      size: stored.size,
      updated_at: work.now,
      ...(isRenamed && { ext, type: driveTypeOf(ext), name: await nameIn(work, place, row.name, ext, row.id) }),
    },
    row.id,
  );
  const fresh = await reloadRow(work, row);
  await announceFile(work, 'updated', fresh);
  await announceContent(work, fresh);
  return presentVersion(version);
}

/** Tells everybody with access that the comments on a file have changed. */
export const announceCommented = (work: Work, row: DriveRow): Promise<void> => announceComments(work, row);

/** A file for work that people's rights do not matter to; undefined once it is deleted. */
export async function findLiveFile({ tx }: View, id: number): Promise<DriveRow | undefined> {
  const row = await findFreshRow(tx, PERMISSION.full, id);
  return row && !row.deleted_at && row.type !== 'folder' ? row : undefined;
}

/** Does the same, and locks the file as for a save. */
export async function lockLiveFile(work: Work, id: number): Promise<DriveRow | undefined> {
  await lockTrees(work);
  return findLiveFile(work, id);
}

/**
 * Writes the text of the shared state of a document as its newest version. The rights of its authors were checked when
 * each of their changes came; some of them may have lost access since.
 */
export async function writeLive(
  work: Work,
  row: DriveRow,
  stored: Stored,
  authors: readonly number[],
): Promise<DriveVersion> {
  return write(work, row, row.ext, stored, { authors: [...authors], is_live: true });
}

export async function listVersions(view: View, input: InputOf<typeof contract.driveHistory>) {
  const { id, page = 1, pagesize = 20 } = input;
  const row = await driveFor(view, id, 'read');
  if (row.type === 'folder') throw fail('drive.file');
  const [rows, n] = await Promise.all([listVersionRows(view.tx, id, page, pagesize), countVersions(view.tx, id)]);
  return pageOf(view, 'file/content/history', { rows: rows.map(presentVersion), total: n, page, size: pagesize });
}

export async function restoreVersion(work: Work, input: InputOf<typeof contract.driveRestore>): Promise<DriveVersion> {
  const row = await lockedFile(work, input.id);
  const version = await versionOf(work, row, input.history_id);
  if (!version) throw fail('file.gone');
  return write(work, row, version.ext, { id: version.stored_id, size: Number(version.size) });
}

type Uploaded = OutputOf<typeof contract.driveUpload>;

/** Uploads a file and creates the folders of its path. The content is checked and stored outside the transaction. */
export async function uploadDrive(direct: Direct, input: InputOf<typeof contract.driveUpload>): Promise<Uploaded> {
  const { app, caller, mutation } = direct;
  const { files, pid = 0, cover = false, webkitRelativePath = '' } = input;
  requireRate(direct);
  await placeFor(direct, pid);
  // An empty file is still a file.
  const kept = files.size > 0 ? await storeUnchanged(app, caller.userid, files) : undefined;
  const stored: Stored = { id: kept?.id ?? null, size: Number(kept?.size ?? 0) };
  return performWork(
    app,
    caller,
    (work) => placeUploaded(work, { pid, path: webkitRelativePath, name: files.name, stored, isOver: cover }),
    mutation ? { id: mutation, path: 'file/content/upload' } : undefined,
  );
}

interface Placing {
  pid: number;
  /** The path of a file in a folder, as a browser gives it: `folder/inner/file.txt`. */
  path: string;
  name: string;
  stored: Stored;
  isOver: boolean;
}

/** Puts stored content into a folder, and creates the folders of its path. */
export async function placeUploaded(work: Work, { pid, path, name, stored, isOver }: Placing): Promise<Uploaded> {
  await lockFolder(work, pid);
  let place = await placeFor(work, pid);
  const made: Uploaded = [];
  for (const part of path.split('/').slice(0, -1).filter(Boolean).map(cleanedName)) {
    const folder = await folderIn(work, place, part);
    if (folder.isNew) made.push(shown(work, folder.row));
    place = { ...place, id: folder.row.id, pids: [...folder.row.pids, folder.row.id], pshare: folder.row.pshare };
  }
  made.push(await fileIn(work, place, splitName(name), stored, isOver));
  return made;
}

const shown = ({ caller }: View, row: DriveRow, isOver = false): Uploaded[number] => ({
  ...presentDrive(row, caller.userid),
  full_name: fullName(row),
  overwrite: Number(isOver),
});

export async function folderIn(work: Work, place: Place, name: string): Promise<{ row: DriveRow; isNew: boolean }> {
  await lockFolder(work, place.id);
  const known = await findNamed(work, place, name, '', true);
  if (known) return { row: await driveFor(work, known, 'write'), isNew: false };
  await requireRoom(work, place);
  const id = await insertDrive(work, place, { name, ext: '', type: 'folder' });
  const row = await driveFor(work, id, 'write');
  await announceFile(work, 'added', row);
  return { row, isNew: true };
}

export async function fileIn(
  work: Work,
  place: Place,
  { name, ext }: { name: string; ext: string },
  stored: Stored,
  isOver: boolean,
): Promise<Uploaded[number]> {
  await lockFolder(work, place.id);
  const known = isOver ? await findNamed(work, place, name, ext, false) : undefined;
  if (known) {
    await write(work, await driveFor(work, known, 'write'), ext, stored);
    return shown(work, await driveFor(work, known, 'read'), true);
  }
  await requireRoom(work, place);
  const free = await nameIn(work, place, name, ext);
  const fields = { name: free, ext, type: driveTypeOf(ext), stored_id: stored.id, size: stored.size };
  const id = await insertDrive(work, place, fields);
  await insertVersion(work, id, ext, stored);
  const row = await driveFor(work, id, 'read');
  await announceFile(work, 'added', row);
  return shown(work, row);
}

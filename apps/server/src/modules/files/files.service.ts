import { randomUUID } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FileMsg } from '@atrium/contract/files/files.ts';
import { PICTURE_EXTENSIONS } from '@atrium/contract/files/pictures.ts';
import type { ReceivedFile } from '@atrium/contract/kit.ts';
import { REMOTE_URL } from '@atrium/richtext/html/urls.ts';
import { fileTypeFromBuffer } from 'file-type';
import { requireQuota } from '#modules/system/permits.service';
import { settingsOf } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { randomCode } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import { makeFolder } from '#platform/files/durableFile';
import type { PictureLook } from '#platform/files/pictures';
import type { View, Work } from '#platform/work';
import {
  copyLinks,
  deleteFiles,
  deleteMessageFiles,
  type FileRow,
  findInMessage,
  findShown,
  holdFile,
  insertFile,
  insertMessageFile,
  lockOrphans,
  setStored,
  setThumb,
} from './files.queries.ts';

const MB = 1024 * 1024;
export const fileLimit = async (app: App): Promise<number> => (await settingsOf(app)).file_upload_limit * MB;

/** Writes a data URL or bare base64 to a temporary file. */
export async function withBytes<T>(
  view: View,
  base64: string,
  name: string,
  run: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  return withContent(view, Buffer.from(base64.replace(/^data:[^,]{0,100},/, ''), 'base64'), name, run);
}

/** Writes content in memory to a temporary file. */
export async function withContent<T>(
  { app }: Pick<View, 'app'>,
  bytes: Buffer,
  name: string,
  run: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  await makeFolder(app.uploadDir);
  const file = { path: path.join(app.uploadDir, randomUUID()), name, size: bytes.length };
  await writeFile(file.path, bytes, { flag: 'wx', mode: 0o600 });
  try {
    return await run(file);
  } finally {
    await rm(file.path, { force: true });
  }
}

/** Size of multipart headers and other fields of a request with a file. */
const FRAME_BYTES = 64 * 1024;
/** Refuses a request by its declared length before any byte arrives. @throws quota.person, quota.workspace */
export async function requireRoom(app: App, userid: number, requestBytes: number): Promise<void> {
  const bytes = Math.max(0, requestBytes - FRAME_BYTES);
  if (bytes > 0) await requireQuota(app, userid, { total: bytes, own: bytes });
}

/** Checks the size before the file is stored. @throws file.empty, upload.large, quota.person, quota.workspace */
export async function requireSize(app: App, userid: number, size: number): Promise<void> {
  const limit = await fileLimit(app);
  if (size === 0) throw fail('file.empty');
  if (size > limit) throw fail('upload.large', { limit: limit / MB });
  await requireQuota(app, userid, { total: size, own: size });
}

const PICTURES: Record<string, PictureLook['format']> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};
/** Bytes needed to detect a file's type. */
const HEAD_BYTES = 4100;

async function mimeOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
    const found = await fileTypeFromBuffer(head.subarray(0, bytesRead)).catch(() => undefined);
    return found?.mime ?? 'application/octet-stream';
  } finally {
    await handle.close();
  }
}

/** Returns the extension of a recording, by its content. @throws record.broken */
export async function soundOf(file: string): Promise<string> {
  const ext = SOUNDS[await mimeOf(file)];
  if (!ext) throw fail('record.broken');
  return ext;
}
const SOUNDS: Record<string, string> = { 'audio/mpeg': 'mp3', 'audio/wav': 'wav', 'audio/vnd.wave': 'wav' };

/** The file of a message. */
export const fileInMessage = ({ tx }: View, msgId: number) => findInMessage(tx, msgId);

/** The stored audio of a voice message; null if it is too large to be one. */
export async function soundIn({ app, tx }: View, msgId: number): Promise<{ bytes: Buffer; ext: string } | null> {
  const file = await findInMessage(tx, msgId);
  if (!file || Number(file.size) > SOUND_MAX_BYTES) return null;
  return { bytes: await buffer(app.storage.read(placeOf(file))), ext: file.ext };
}
/** The size of three minutes of the largest kind of recording. */
const SOUND_MAX_BYTES = 64 * MB;

const extensionOf = (name: string) => /\.([\p{L}\p{N}]{1,12})$/u.exec(name)?.[1]?.toLowerCase() ?? '';

/** Makes a name that has one line, and no path separators or direction marks. */
function cleanName(name: string): string {
  const line = path
    .basename(name.toWellFormed().replaceAll('\\', '/'))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  return line.slice(-255) || 'file';
}

/**
 * Stores an uploaded file and checks it by its content: a picture loses its camera metadata, is rotated upright and
 * gets a thumbnail. A file that no message uses later is collected.
 *
 * @throws file.empty, file.not_picture, file.broken, file.pixels, upload.large, quota.person, quota.workspace
 */
export async function storeFile(app: App, userid: number, received: ReceivedFile): Promise<FileRow> {
  await requireSize(app, userid, received.size);
  const name = cleanName(received.name);
  const mime = await mimeOf(received.path);
  const format = PICTURES[mime];
  const claimed = extensionOf(name);
  if (!format && PICTURE_EXTENSIONS.includes(claimed)) throw fail('file.not_picture', { name });
  const [thumb, clean] = [`${received.path}.thumb`, `${received.path}.clean`];
  try {
    const look = format
      ? await lookAt(app, { path: received.path, thumb, clean, ...(await qualityOf(app)) }, name)
      : undefined;
    const ext = look && !PICTURE_EXTENSIONS.includes(claimed) ? look.format.replace('jpeg', 'jpg') : claimed;
    const token = randomCode(18);
    const row = await insertFile(app.db, {
      token,
      userid,
      name,
      ext,
      mime,
      ...(look && { width: look.width, height: look.height }),
    });
    const stored = await app.storage.put(placeOf(row), look?.isCleaned ? clean : received.path);
    if (look) await app.storage.put(placeOf(row, true), thumb);
    return await countStored(app, row, { ...stored, thumb_size: look?.thumbBytes ?? 0 });
  } finally {
    await Promise.all([thumb, clean].map((file) => rm(file, { force: true })));
  }
}

/**
 * Stores an uploaded file byte for byte: people get back exactly what they stored. Pictures get a thumbnail.
 *
 * @throws upload.large, quota.person, quota.workspace
 */
export async function storeUnchanged(app: App, userid: number, received: ReceivedFile): Promise<FileRow> {
  await requireSize(app, userid, received.size);
  const name = cleanName(received.name);
  const mime = await mimeOf(received.path);
  const [thumb, clean] = [`${received.path}.thumb`, `${received.path}.clean`];
  try {
    const answer = PICTURES[mime] ? await app.pictures.look({ path: received.path, thumb, clean }) : undefined;
    const look = answer && 'look' in answer ? answer.look : undefined;
    const size = look && { width: look.width, height: look.height };
    const row = await insertFile(app.db, {
      token: randomCode(18),
      userid,
      name,
      ext: extensionOf(name),
      mime,
      ...size,
    });
    const stored = await app.storage.put(placeOf(row), received.path);
    if (look) await app.storage.put(placeOf(row, true), thumb);
    return await countStored(app, row, { ...stored, thumb_size: look?.thumbBytes ?? 0 });
  } finally {
    await Promise.all([thumb, clean].map((file) => rm(file, { force: true })));
  }
}

/**
 * Counts a file that is in the storage. Parallel uploads may all have passed the first check, so the totals are locked
 * here until the end of the transaction: files are counted one after the other, and those that exceed the quota are
 * removed.
 *
 * @throws quota.person, quota.workspace
 */
async function countStored(app: App, { id, userid }: FileRow, stored: Parameters<typeof setStored>[2]) {
  try {
    return await app.db.transaction().execute(async (tx) => {
      const row = await setStored(tx, id, stored);
      await requireQuota(app, userid, { total: 0, own: 0 }, tx);
      return row;
    });
  } catch (error) {
    if (error instanceof Failure) {
      await dropOrphans(app, { ids: [id] }).catch((err: unknown) => {
        app.log.warn({ err }, 'a file over the quota was left to the collector');
      });
    }
    throw error;
  }
}

const FILES_PER_WINDOW = 60;
const WINDOW_MS = 10_000;
/** @throws rate.limited */
export function requireFileRate({ app, caller }: View): void {
  if (!app.limiter.take(`file:${caller.userid}`, FILES_PER_WINDOW, WINDOW_MS)) throw fail('rate.limited');
}

/** Does the same for a file that must be a picture. @throws file.not_picture and what `storeFile` throws */
export async function storePicture(app: App, userid: number, received: ReceivedFile): Promise<FileRow> {
  if (received.size > 0 && !PICTURES[await mimeOf(received.path)]) {
    throw fail('file.not_picture', { name: cleanName(received.name) });
  }
  return storeFile(app, userid, received);
}

async function qualityOf(app: App): Promise<{ quality?: number }> {
  const { image_compress, image_quality } = await settingsOf(app);
  return image_compress === 'open' ? { quality: image_quality } : {};
}

async function lookAt(app: App, order: Parameters<App['pictures']['look']>[0], name: string): Promise<PictureLook> {
  const answer = await app.pictures.look(order);
  if ('refused' in answer) throw fail(`file.${answer.refused}`, { name });
  return answer.look;
}

/**
 * Files are in folders named by the token's first letters, because a hundred thousand files in one folder are slow to
 * list.
 */
export const placeOf = ({ token }: Pick<FileRow, 'token'>, isThumb = false) =>
  `chat/${token.slice(0, 2)}/${token}${isThumb ? '.thumb' : ''}`;

/** A file as part of a message. */
export function presentFile(row: FileRow): FileMsg {
  const file = `${row.token}/${encodeName(row.name)}`;
  // A thumbnail does not make a file a picture: other files, such as PDFs, have one as well.
  const isPicture = row.thumb_size > 0 && row.width > 0;
  return {
    type: isPicture ? 'img' : 'file',
    name: row.name,
    size: Number(row.size),
    ext: row.ext,
    path: `file/${file}`,
    url: `${REMOTE_URL}file/${file}`,
    thumb: isPicture ? `${REMOTE_URL}file/thumb/${row.token}` : '',
    width: row.width,
    height: row.height,
  };
}

/** Records that a thumbnail was stored for a file that is not a picture. Returns whether the file still exists. */
export const noteThumb = (work: Work, id: number, bytes: number): Promise<boolean> => setThumb(work.tx, id, bytes);

/** Encodes a name so that it is also safe in an HTML attribute. */
export const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

export const showFile = (work: Work, file: Pick<FileRow, 'id'>, message: { id: number; dialog_id: number }) =>
  insertMessageFile(work.tx, { msg_id: message.id, file_id: file.id, dialog_id: message.dialog_id });

export const showSameFiles = (work: Work, from: number, to: { id: number; dialog_id: number }) =>
  copyLinks(work.tx, from, to.id, to.dialog_id);

/** Removes the files of a withdrawn message. Files that nothing else uses are deleted. */
export async function hideFiles(work: Work, msgId: number): Promise<void> {
  const hidden = await deleteMessageFiles(work.tx, msgId);
  dropHidden(
    work,
    hidden.map((row) => row.file_id),
  );
}

/** Removes one use of these files; those without any are deleted. */
export function dropHidden(work: Work, ids: readonly number[]): void {
  if (ids.length === 0) return;
  work.afterCommit(() => {
    dropOrphans(work.app, { ids }).catch((error: unknown) => {
      work.app.log.warn({ err: error }, 'unused files were left to the collector');
    });
  });
}

/** Maximum time from the first byte in the storage to the message that uses it. */
const ON_THE_WAY_MS = 10 * 60_000;
const AT_ONCE = 50;

/** Files that were chosen in a form wait this long until it is sent: people go to lunch before they send it. */
export const FORM_MS = 24 * 3_600_000;
/** Holds a file of a form for that long, although nothing uses it. */
export const holdForForm = (app: App, { id }: Pick<FileRow, 'id'>) =>
  holdFile(app.db, id, new Date(Date.now() + FORM_MS));

/** Deletes unused files that are not part of an upload in progress or of a form. Safe to run at any time. */
export const collectFiles = (app: App, now = new Date()): Promise<number> =>
  dropOrphans(app, { before: new Date(now.getTime() - ON_THE_WAY_MS), now });

/** @throws what the storage throws, after those that it has deleted are gone */
export async function dropOrphans(app: App, which: Parameters<typeof lockOrphans>[1]): Promise<number> {
  for (let count = 0; ; ) {
    const { dropped, failure } = await app.db.transaction().execute(async (tx) => {
      const orphans = await lockOrphans(tx, which, AT_ONCE);
      const outcomes = await Promise.allSettled(orphans.map((row) => deleteBytes(app, row)));
      const gone = orphans.filter((_, at) => outcomes[at]?.status === 'fulfilled').map(({ id }) => id);
      if (gone.length > 0) await deleteFiles(tx, gone);
      return { dropped: gone.length, failure: outcomes.find((each) => each.status === 'rejected') };
    });
    if (failure) throw failure.reason;
    count += dropped;
    if (dropped < AT_ONCE) return count;
  }
}

/**
 * The bytes are deleted before the row: after a crash the row is still there, and the deletion is repeated. Waits for
 * both deletions, even if one fails: the row is locked only until then.
 */
async function deleteBytes(app: App, row: FileRow): Promise<void> {
  const outcomes = await Promise.allSettled([false, true].map((isThumb) => app.storage.delete(placeOf(row, isThumb))));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** True if content is there as a whole: after a deletion that failed in part, a row has no bytes. */
export async function isWhole(app: App, row: Pick<FileRow, 'token' | 'size'>): Promise<boolean> {
  return (await app.storage.find(placeOf(row)))?.size === Number(row.size);
}

/** Finds a stored file by the token in its address. `openedBy` checks who may open it. */
export const findShownFile = ({ tx }: View, token: string) => findShown(tx, token);

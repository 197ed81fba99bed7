import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Files and folders here are accessible only to the account that runs the server. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** Syncs a folder, so that its entries, such as a new name, survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and journals names by default.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Folders whose entry has been synced since this process started, or is being synced. */
const synced = new Map<string, Promise<void>>();

/** Creates a folder with its parents; all are on disk when it resolves. */
export async function makeFolder(given: string): Promise<void> {
  const folder = path.resolve(given);
  await makeMissing(folder);
  // The name is synced even if the folder existed, because another call may have created it a moment ago and not synced
  // it yet.
  await syncName(folder);
}

/**
 * Creates folders one by one: with the recursive option Node loops forever if the file system lets nobody create
 * folders.
 */
async function makeMissing(folder: string, isParentThere = false): Promise<void> {
  try {
    await mkdir(folder, { mode: FOLDER_MODE });
    synced.delete(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || parent === folder || isParentThere) throw error;
    await makeMissing(parent);
    await makeMissing(folder, true);
  }
}

function syncName(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  if (parent === folder) return Promise.resolve();
  const known = synced.get(folder);
  if (known) return known;
  const syncing = syncName(parent).then(() =>
    // The error is ignored for a folder that this server cannot read, because it creates no folders in it.
    syncFolder(parent).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
    }),
  );
  synced.set(folder, syncing);
  syncing.catch(() => synced.delete(folder));
  return syncing;
}

/** Removes the access of other accounts to this folder. */
export async function closeFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const { mode, uid } = await stat(folder);
  // Only folders of this account are closed to others.
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(folder, FOLDER_MODE);
}

/**
 * Writes a file completely or not at all. When it resolves, content and name survive a power failure: the file is
 * written elsewhere, synced, renamed, and the folder synced.
 *
 * @param writing  a folder on the same file system for incomplete files
 */
export async function writeDurably(file: string, content: Readable, writing = path.dirname(file)): Promise<void> {
  const folder = path.dirname(file);
  await Promise.all([makeFolder(folder), makeFolder(writing)]);
  const beside = path.join(writing, `.${randomUUID()}.tmp`);
  try {
    // `flush`: the file is synced before it is closed.
    await pipeline(content, createWriteStream(beside, { flags: 'wx', mode: FILE_MODE, flush: true }));
    await rename(beside, file);
    await syncFolder(folder);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Files and folders here are for the account that runs the server alone. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** What only the directory of a file system knows, a new name, survives a power cut once the folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and keeps names in its journal without being asked.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Folders whose names have been synced since this process started, or are being synced. */
const synced = new Map<string, Promise<void>>();

/** Makes a folder with those above it; all of them are on disk when this is done. */
export async function makeFolder(given: string): Promise<void> {
  const folder = path.resolve(given);
  const first = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  for (let made = folder; first !== undefined && made.startsWith(path.resolve(first)); made = path.dirname(made)) {
    synced.delete(made);
  }
  // Also where it was there: another call may have made it a moment ago, and not synced it yet.
  await syncName(folder);
}

function syncName(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  if (parent === folder) return Promise.resolve();
  const known = synced.get(folder);
  if (known) return known;
  const syncing = syncName(parent).then(() =>
    // A folder that cannot be read is not one that this server makes folders in.
    syncFolder(parent).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
    }),
  );
  synced.set(folder, syncing);
  syncing.catch(() => synced.delete(folder));
  return syncing;
}

/** Takes what others may read or enter in this folder away from them. */
export async function closeFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const { mode, uid } = await stat(folder);
  // What belongs to another account is theirs to close.
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(folder, FOLDER_MODE);
}

/**
 * Writes a file whole or not at all. When this is done, its bytes and its name survive a power cut: it is written elsewhere
 * first, synced, renamed, and the folder synced.
 *
 * @param writing  a folder of the same file system for what is not whole yet
 */
export async function writeDurably(file: string, content: Readable, writing = path.dirname(file)): Promise<void> {
  const folder = path.dirname(file);
  await Promise.all([makeFolder(folder), makeFolder(writing)]);
  const beside = path.join(writing, `.${randomUUID()}.tmp`);
  try {
    // `flush`: synced before it is closed.
    await pipeline(content, createWriteStream(beside, { flags: 'wx', mode: FILE_MODE, flush: true }));
    await rename(beside, file);
    await syncFolder(folder);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Moves a file within its file system. When this is done, its bytes and its new name survive a power cut. */
export async function moveDurably(from: string, to: string): Promise<void> {
  const handle = await open(from, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(from, to);
  await syncFolder(path.dirname(to));
}

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

/** Makes a folder with those above it; all of them are on disk when this is done. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  const top = path.resolve(first);
  for (let made = path.resolve(folder); ; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
    if (made === top || made === path.dirname(made)) return;
  }
}

/** Takes what others may read or enter in this folder away from them. */
export async function closeFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const { mode } = await stat(folder);
  if ((mode & 0o077) !== 0) await chmod(folder, FOLDER_MODE);
}

/**
 * Writes a file whole or not at all. When this is done, its bytes and its name survive a power cut: it is written beside
 * its place, synced, renamed, and the folder synced.
 */
export async function writeDurably(file: string, content: Readable): Promise<void> {
  const folder = path.dirname(file);
  await makeFolder(folder);
  const beside = path.join(folder, `.${randomUUID()}.tmp`);
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

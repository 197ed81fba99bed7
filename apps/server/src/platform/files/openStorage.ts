import { stat } from 'node:fs/promises';
import type https from 'node:https';
import { diskStorage } from './diskStorage.ts';
import { closeFolder } from './durableFile.ts';
import { movingStorage } from './movingStorage.ts';
import type { Storage } from './storage.ts';
import type { StorageAddress } from './storageAddress.ts';
import { unusableFolder } from './unusableFolder.ts';

/**
 * Opens a storage. The AWS SDK, 40 MB of memory, is loaded only for a bucket.
 *
 * @param agent  for a bucket that a user named: it connects to public addresses only
 */
export async function openStorage(address: StorageAddress, agent?: https.Agent): Promise<Storage> {
  if ('folder' in address) return diskStorage(address.folder);
  const { bucketStorage } = await import('./bucket/bucketStorage.ts');
  return bucketStorage(address, agent);
}

/**
 * Creates a folder that the operator named and closes it to other accounts, or checks one that is only read.
 *
 * @param use  what it is for, in the refusal
 * @throws StorageRefused  with advice, if it cannot be used
 */
export async function useFolder(folder: string, use: string, isRead = false): Promise<void> {
  try {
    if (isRead) await requireFolder(folder);
    else await closeFolder(folder);
  } catch (error) {
    throw unusableFolder(folder, use, error);
  }
}

async function requireFolder(place: string): Promise<void> {
  if (!(await stat(place)).isDirectory()) throw Object.assign(new Error(`${place} is a file`), { code: 'EEXIST' });
}

/**
 * Opens the storages of a server: closes a folder to other accounts, and tests a bucket.
 *
 * @param old  where files are still read from while they are moved
 * @throws StorageRefused
 */
export async function openStorages(address: StorageAddress, old: StorageAddress | null): Promise<Storage> {
  if ('folder' in address) await useFolder(address.folder, 'the folder for files');
  const storage = await openStorage(address);
  if ('bucket' in address) await storage.check();
  return old ? movingStorage(storage, await openStorage(old)) : storage;
}

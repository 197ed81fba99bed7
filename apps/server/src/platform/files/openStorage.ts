import type https from 'node:https';
import { diskStorage } from './diskStorage.ts';
import { closeFolder } from './durableFile.ts';
import { movingStorage } from './movingStorage.ts';
import type { Storage } from './storage.ts';
import type { StorageAddress } from './storageAddress.ts';

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
 * Opens the storages of a server: closes a folder to other accounts, and tests a bucket.
 *
 * @param old  where files are still read from while they are moved
 * @throws StorageRefused
 */
export async function openStorages(address: StorageAddress, old: StorageAddress | null): Promise<Storage> {
  if ('folder' in address) await closeFolder(address.folder);
  const storage = await openStorage(address);
  if ('bucket' in address) await storage.check();
  return old ? movingStorage(storage, await openStorage(old)) : storage;
}

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { openStorages } from '../platform/files/openStorage.ts';
import { type Storage, StorageRefused } from '../platform/files/storage.ts';
import type { StorageAddress } from '../platform/files/storageAddress.ts';

/** Says that a restore into this storage has begun, so that it can be repeated after an interruption. */
const MARK = 'restore-unfinished';

/** @throws StorageRefused  if it has files that an interrupted restore did not leave */
export async function prepareStorage(address: StorageAddress): Promise<{
  storage: Storage;
  begin(): Promise<void>;
  finish(): Promise<void>;
  /** Leaves nothing behind, also no folder that this command made. */
  undo(): Promise<void>;
}> {
  const made = 'folder' in address && !existsSync(address.folder) ? address.folder : undefined;
  const storage = await openStorages(address, null);
  if (!(await storage.find(MARK))) {
    for await (const { key } of storage.list('')) {
      throw new StorageRefused(`${storage.name} is not empty (it has ${key}): name an empty one with ATRIUM_STORAGE.`);
    }
  }
  return {
    storage,
    begin: async () => void (await storage.put(MARK, Readable.from([Buffer.from('unfinished')]))),
    finish: () => storage.delete(MARK),
    async undo() {
      for await (const { key } of storage.list('')) if (key !== MARK) await storage.delete(key);
      await storage.delete(MARK);
      if (made) await rm(made, { recursive: true, force: true });
    },
  };
}

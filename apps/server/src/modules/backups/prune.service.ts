import type { Storage } from '#platform/files/storage';
import { deleteBackup, listBackups, readFileList } from './target.ts';

/**
 * Deletes all but the newest backups, the remains of interrupted ones, and file contents that no backup names anymore.
 * The caller holds the lock of backups.
 *
 * @throws if a list of files cannot be read: then no content is deleted
 */
export async function pruneBackups(storage: Storage, keep: number): Promise<void> {
  const { finished, begun } = await listBackups(storage);
  const surplus = finished.slice(0, Math.max(0, finished.length - Math.max(1, keep)));
  for (const id of [...surplus, ...begun]) await deleteBackup(storage, id);
  if (surplus.length === 0 && begun.length === 0) return;
  const used = new Set<string>();
  for (const id of finished.slice(surplus.length)) {
    for await (const { hash } of readFileList(storage, id)) used.add(hash);
  }
  for await (const { key } of storage.list('files/')) {
    if (!used.has(key.split('/')[2] ?? '')) await storage.delete(key);
  }
}

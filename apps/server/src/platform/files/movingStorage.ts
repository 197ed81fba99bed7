import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './storage.ts';

/**
 * A storage whose files are still being copied from an old one: files are stored in the new one and read from wherever
 * they are. Deletion covers both, so that a file deleted during the move does not come back.
 */
export function movingStorage(storage: Storage, old: Storage): Storage {
  return {
    ...storage,
    read(key, range) {
      const out = new PassThrough();
      void (async () => {
        for (const each of [storage, old]) {
          const source = each.read(key, range);
          out.once('close', () => source.destroy());
          try {
            // The event is also emitted at the end of an empty file.
            await once(source, 'readable');
            await pipeline(source, out);
            return;
          } catch (error) {
            const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
            if (!isAbsent || each === old) {
              out.destroy(error as Error);
              return;
            }
          }
        }
      })();
      return out;
    },
    find: async (key) => (await storage.find(key)) ?? old.find(key),
    async delete(key) {
      await Promise.all([storage.delete(key), old.delete(key)]);
    },
    async *list(prefix) {
      const seen = new Set<string>();
      for (const each of [storage, old]) {
        for await (const file of each.list(prefix)) {
          if (seen.has(file.key)) continue;
          seen.add(file.key);
          yield file;
        }
      }
    },
    addressOf: async (key, as) => ((await storage.find(key)) ? storage.addressOf(key, as) : null),
    async collect(before) {
      await Promise.all([storage.collect(before), old.collect(before)]);
    },
    close() {
      storage.close();
      old.close();
    },
  };
}

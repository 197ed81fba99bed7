import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeDurably } from './durableFile.ts';

/** Permanent storage of files. Keys are paths without a leading slash. */
export interface Storage {
  /** Stores a local file as a stream and hashes it (SHA-256) on the way. */
  put(key: string, from: string): Promise<{ size: number; hash: string }>;
  /** Reads a file or a part of it; `start` and `end` are inclusive. */
  read(key: string, range?: { start: number; end: number }): Readable;
  delete(key: string): Promise<void>;
  /** Deletes incomplete files that were started before `then`: their process ended before they were complete. */
  collect(before: Date): Promise<void>;
  /** Tests every operation with a small file. @throws if any of them fails */
  check(): Promise<{ folder: string; free: number }>;
}

/** A folder on this machine. What `put` has confirmed is on disk (see `durableFile.ts`). */
export function diskStorage(folder: string): Storage {
  const placeOf = (key: string) => path.join(folder, key);
  const writing = path.join(folder, 'new');
  return {
    async put(key, from) {
      const hash = createHash('sha256');
      let size = 0;
      const measured = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          size += chunk.length;
          done(null, chunk);
        },
      });
      // If one side fails, the other is ended too, and incomplete files are deleted before the answer.
      const ends = await Promise.allSettled([
        pipeline(createReadStream(from), measured),
        writeDurably(placeOf(key), measured, writing).catch((error: Error) => {
          measured.destroy(error);
          throw error;
        }),
      ]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      return { size, hash: hash.digest('hex') };
    },
    read: (key, range) => createReadStream(placeOf(key), range),
    delete: (key) => rm(placeOf(key), { force: true }),
    async collect(before) {
      for (const name of await readdir(writing).catch(() => [])) {
        const file = path.join(writing, name);
        const found = await stat(file).catch(() => undefined);
        if (found && found.mtime < before) await rm(file, { force: true });
      }
    },
    async check() {
      const file = placeOf(`check/${randomUUID()}`);
      await writeDurably(file, Readable.from([file]), writing);
      try {
        if ((await readFile(file, 'utf8')) !== file) throw new Error('what is read is not what was written');
      } finally {
        await rm(file, { force: true });
      }
      const { bavail, bsize } = await statfs(folder);
      return { folder, free: bavail * bsize };
    },
  };
}

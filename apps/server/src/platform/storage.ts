import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where files are kept for good. Keys are paths without a leading slash. */
export interface Storage {
  /** Streams a file of this machine in; hashed (SHA-256) on the way. */
  put(key: string, from: string): Promise<{ size: number; hash: string }>;
  /** `start` and `end` are both in it. */
  read(key: string, range?: { start: number; end: number }): Readable;
  delete(key: string): Promise<void>;
  /** Tries all of it with a small file. @throws where any of it fails */
  check(): Promise<{ folder: string; free: number }>;
}

/** A folder of this machine, made when the first file comes. */
export function diskStorage(folder: string): Storage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
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
      // Both ends: a source that fails must end the writing too.
      await Promise.all([pipeline(createReadStream(from), measured), disk.putStream(key, measured)]);
      return { size, hash: hash.digest('hex') };
    },
    // Not by flydrive: its streams have no ranges, which playing a film in the middle needs.
    read: (key, range) => createReadStream(path.join(folder, key), range),
    delete: (key) => disk.delete(key),
    async check() {
      const key = `check/${randomUUID()}`;
      await disk.put(key, key);
      try {
        if ((await disk.get(key)) !== key) throw new Error('what is read is not what was written');
      } finally {
        await disk.delete(key);
      }
      const { bavail, bsize } = await statfs(folder);
      return { folder, free: bavail * bsize };
    },
  };
}

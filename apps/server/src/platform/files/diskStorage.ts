import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { opendir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FILE_MODE, makeFolder, syncFolder, writeDurably } from './durableFile.ts';
import { FileDamaged, type ListedFile, type Parts, type Storage } from './storage.ts';

/** A folder on this machine. What `put` has confirmed is on disk (see `durableFile.ts`). */
export function diskStorage(folder: string): Storage {
  const placeOf = (key: string) => path.join(folder, key);
  const writing = path.join(folder, 'new');
  return {
    name: folder,
    async put(key, from, expected) {
      const hash = createHash('sha256');
      let size = 0;
      let digest = '';
      const measured = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          size += chunk.length;
          done(null, chunk);
        },
        // An error here prevents that the incomplete file gets its name.
        flush(done) {
          digest = hash.digest('hex');
          done(expected === undefined || digest === expected ? null : new FileDamaged(`${key} has another checksum`));
        },
      });
      // If one side fails, the other is ended too, and incomplete files are deleted before the answer.
      const ends = await Promise.allSettled([
        pipeline(typeof from === 'string' ? createReadStream(from) : from, measured),
        writeDurably(placeOf(key), measured, writing).catch((error: Error) => {
          measured.destroy(error);
          throw error;
        }),
      ]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      return { size, hash: digest };
    },
    read: (key, range) => createReadStream(placeOf(key), range),
    async find(key) {
      try {
        return { size: (await stat(placeOf(key))).size, hash: null };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    delete: (key) => rm(placeOf(key), { force: true }),
    list: (prefix) => filesBelow(folder, prefix),
    parts: partsIn(placeOf('parts')),
    addressOf: async () => null,
    async collect(before) {
      await removeOlder(writing, before);
      await removeOlder(placeOf('parts'), before);
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
      return { folder, is_bucket: false, free: bavail * bsize };
    },
    close() {},
  };
}

async function* filesBelow(folder: string, prefix: string): AsyncGenerator<ListedFile> {
  const found = await opendir(path.join(folder, prefix), { recursive: true }).catch(ignoreMissing);
  if (!found) return;
  for await (const entry of found) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    // The file was deleted after it was listed.
    const about = await stat(file).catch(ignoreMissing);
    if (!about) continue;
    yield { key: path.relative(folder, file).split(path.sep).join('/'), size: about.size, at: about.mtime };
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Each upload is one growing file, so that putting it together copies nothing. */
function partsIn(folder: string): Parts {
  const placeOf = (id: string) => path.join(folder, id);
  return {
    async put(id, { start, isFirst }, from) {
      await makeFolder(folder);
      const flags = isFirst ? 'w' : 'r+';
      // `flush`: the chunk is on disk when this resolves.
      const to = createWriteStream(placeOf(id), { flags, start, mode: FILE_MODE, flush: true });
      await pipeline(createReadStream(from), to);
      if (isFirst) await syncFolder(folder);
    },
    async assemble(id) {
      const file = placeOf(id);
      await stat(file);
      return { path: file, drop: async () => undefined };
    },
    delete: (id) => rm(placeOf(id), { force: true }),
  };
}

async function removeOlder(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtime < before) await rm(file, { force: true });
  }
}

import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Entry, fromBuffer, open as openZip, type ZipFile } from 'yauzl';
import { ImportRefused } from '../imports.plan.ts';

/** The files of an export from any source. Paths use `/`, have no leading one, and are sorted. */
export interface ExportFiles {
  list(): string[];
  read(path: string): Promise<Uint8Array>;
}

/**
 * The most files of an export: a year of a busy workspace is some hundred megabytes of JSON in some ten thousand files.
 */
export const MAX_FILES = 200_000;
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
export const MAX_TOTAL_BYTES = 2 * 1024 * 1024 * 1024;

/** @throws ImportRefused import.too_large */
export async function folderFiles(folder: string): Promise<ExportFiles> {
  const paths: string[] = [];
  const visit = async (inside: string): Promise<void> => {
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
      const path = inside ? `${inside}/${entry.name}` : entry.name;
      // Links are not followed: they may lead anywhere.
      if (entry.isDirectory()) await visit(path);
      else if (entry.isFile()) paths.push(path);
      if (paths.length > MAX_FILES) throw new ImportRefused('import.too_large');
    }
  };
  await visit('');
  paths.sort();
  const known = new Set(paths);
  return {
    list: () => paths,
    async read(path) {
      if (!known.has(path)) throw new Error(`Not in this export: ${path}`);
      if ((await lstat(join(folder, path))).size > MAX_FILE_BYTES) throw new ImportRefused('import.too_large');
      return readFile(join(folder, path));
    },
  };
}

/**
 * Opens a zip, by path or content. yauzl enforces the sizes that the zip declares, so a small file that unpacks to a
 * huge one is refused before it is unpacked.
 *
 * @throws ImportRefused import.not_zip, import.too_large
 */
export async function zipFiles(zip: string | Uint8Array): Promise<ExportFiles & { close(): void }> {
  const file = await opened(zip);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  try {
    for await (const entry of entriesOf(file)) {
      if (entry.fileName.endsWith('/') || entry.fileName.startsWith('__MACOSX/')) continue;
      bytes += entry.uncompressedSize;
      if (entries.size >= MAX_FILES || bytes > MAX_TOTAL_BYTES) throw new ImportRefused('import.too_large');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    file.close();
    throw error instanceof ImportRefused ? error : new ImportRefused('import.not_zip', error);
  }
  const paths = [...entries.keys()].sort();
  return {
    list: () => paths,
    async read(path) {
      const entry = entries.get(path);
      if (!entry) throw new Error(`Not in this export: ${path}`);
      if (entry.uncompressedSize > MAX_FILE_BYTES) throw new ImportRefused('import.too_large');
      return unpacked(file, entry);
    },
    close: () => file.close(),
  };
}

function opened(zip: string | Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, file?: ZipFile) => {
      if (file) resolve(file);
      else reject(new ImportRefused('import.not_zip', error));
    };
    const options = { lazyEntries: true, autoClose: false };
    if (typeof zip === 'string') openZip(zip, options, done);
    else fromBuffer(Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength), options, done);
  });
}

async function* entriesOf(file: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      const done = (result: Entry | null) => {
        file.removeAllListeners();
        resolve(result);
      };
      file.once('entry', done);
      file.once('end', () => done(null));
      file.once('error', (error: Error) => {
        file.removeAllListeners();
        reject(error);
      });
      file.readEntry();
    });
    if (!entry) return;
    yield entry;
  }
}

function unpacked(file: ZipFile, entry: Entry): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => {
      if (!stream) {
        reject(error);
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => resolve(Buffer.concat(chunks)));
      stream.on('error', reject);
    });
  });
}

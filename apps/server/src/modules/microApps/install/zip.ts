import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { APP_LIMITS } from '@atrium/contract/workspace/microApps.ts';
import { type Entry, open as openZip, type ZipFile } from 'yauzl';
import { Failure, fail } from '#platform/fail';

/** A file in an app's zip. */
export interface PackedFile {
  path: string;
  size: number;
  open(): Promise<Readable>;
}

/** The name of the manifest in a zip. */
export const MANIFEST = 'atrium.json';
const SYMLINK = 0o120000;
const FILE_TYPE = 0o170000;
/** Below this size, a file may shrink more than a large one. */
const RATIO_FROM = 1024 * 1024;

/**
 * Lists the files of an app's zip before anything is unpacked, and refuses one that could do harm: paths that lead out
 * of it, links, encrypted or repeated entries, or more than the limits. yauzl enforces the sizes that the zip declares.
 *
 * @throws app.zip, app.zip_path, app.large
 */
export async function withZip<T>(file: string, run: (files: PackedFile[]) => Promise<T>): Promise<T> {
  const zip = await opened(file);
  try {
    return await run(await listed(zip));
  } catch (error) {
    // Damage that the list does not show is found when a file is unpacked.
    throw error instanceof Failure || !isDamage(error) ? error : fail('app.zip');
  } finally {
    zip.close();
  }
}

/** True for errors of yauzl and zlib; errors of the storage or the database are not about the zip. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(Z_|ERR_)/.test((error as NodeJS.ErrnoException).code ?? '') ||
    /(bytes in the stream|invalid|unexpected|compress|signature|central directory|local file header)/i.test(
      error.message,
    ));

async function listed(zip: ZipFile): Promise<PackedFile[]> {
  const files: PackedFile[] = [];
  let bytes = 0;
  for await (const entry of entriesOf(zip)) {
    const path = entry.fileName;
    if (path.endsWith('/') || path.startsWith('__MACOSX/') || path.endsWith('.DS_Store')) continue;
    refuse(entry);
    bytes += entry.uncompressedSize;
    if (files.length >= APP_LIMITS.files || bytes > APP_LIMITS.unpackedBytes) throw fail('app.large');
    files.push({ path, size: entry.uncompressedSize, open: () => contentOf(zip, entry) });
  }
  const inside = withoutFolder(files);
  if (new Set(inside.map(({ path }) => path)).size < inside.length) throw fail('app.zip_path');
  return inside;
}

/** @throws app.zip, app.zip_path, app.large */
function refuse(entry: Entry): void {
  const { fileName, uncompressedSize, compressedSize } = entry;
  const parts = fileName.split('/');
  const isOdd = fileName.length > 200 || /[\u0000-\u001f\u007f\\:]/.test(fileName) || !fileName.isWellFormed();
  if (isOdd || parts.some((part) => part === '' || part === '.' || part === '..')) throw fail('app.zip_path');
  const mode = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (mode === SYMLINK) throw fail('app.zip_path');
  if (entry.generalPurposeBitFlag & 1) throw fail('app.zip');
  if (uncompressedSize > RATIO_FROM && uncompressedSize > compressedSize * APP_LIMITS.ratio) throw fail('app.large');
}

/** Many programs put everything into one folder, whose files are then the app's. */
function withoutFolder(files: PackedFile[]): PackedFile[] {
  if (files.some(({ path }) => path === MANIFEST)) return files;
  const folder = files.find(({ path }) => path.endsWith(`/${MANIFEST}`) && path.split('/').length === 2);
  const prefix = folder?.path.slice(0, -MANIFEST.length) ?? '';
  if (!prefix || !files.every(({ path }) => path.startsWith(prefix))) return files;
  return files.map((file) => ({ ...file, path: file.path.slice(prefix.length) }));
}

const opened = (file: string) =>
  new Promise<ZipFile>((resolve, reject) => {
    openZip(file, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, zip) => {
      if (zip) resolve(zip);
      else reject(error ? fail('app.zip') : new Error('no zip'));
    });
  });

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      const done = (result: Entry | null) => {
        zip.removeAllListeners();
        resolve(result);
      };
      zip.once('entry', done);
      zip.once('end', () => done(null));
      zip.once('error', (error: Error) => {
        zip.removeAllListeners();
        // yauzl refuses names that lead out of the zip by its own rules.
        reject(fail(/file ?name|path/i.test(error.message) ? 'app.zip_path' : 'app.zip'));
      });
      zip.readEntry();
    });
    if (!entry) return;
    yield entry;
  }
}

const contentOf = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (stream) resolve(stream);
      else reject(error ?? new Error('no stream'));
    });
  });

/** Reads a whole file into memory. @throws app.large */
export async function bytesOf(file: PackedFile, most: number): Promise<Buffer> {
  if (file.size > most) throw fail('app.large');
  const parts: Buffer[] = [];
  const collect = new Transform({
    transform(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
  });
  await pipeline(await file.open(), collect);
  return Buffer.concat(parts);
}

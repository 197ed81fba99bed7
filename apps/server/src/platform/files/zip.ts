import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** The path of the entry, with folders separated by slashes. A trailing slash means an empty folder. */
  path: string;
  at: Date;
  /** Null for an empty folder. */
  open: (() => Readable) | null;
}

/**
 * Makes a path that stays within the target folder on every system: no parent, no root, no drive, no separator of other
 * systems.
 */
export function safePath(text: string): string {
  const parts = text.replaceAll('\\', '/').split('/');
  const isFolder = parts.at(-1) === '';
  const safe = parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/[\u0000-\u001f\u007f<>:"|?*]/g, '_'))
    .map((part) => (/^[.\s]+$/.test(part) ? part.replace(/[.\s]/g, '_') : part));
  return `${safe.join('/') || '_'}${isFolder ? '/' : ''}`;
}

/** Entries are passed to yazl in batches: it scans all of its entries for each new one. */
const ADDED_AT_ONCE = 100;

/**
 * Writes an archive to a new file, folders first. Contents are not compressed: large files usually are already.
 * `onBytes` is awaited after each chunk.
 *
 * @throws if an entry cannot be read, or the file exists
 */
export async function writeZip(
  file: string,
  entries: Iterable<ZipEntry>,
  onBytes: (bytes: number) => Promise<void> | void,
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => {
    output.destroy(error);
  };
  zip.on('error', fail);
  let content: Readable | undefined;
  const add = ({ path, at, open }: ZipEntry) => {
    if (!open) return zip.addEmptyDirectory(safePath(path), { mtime: at });
    zip.addReadStreamLazy(safePath(path), { mtime: at, compress: false }, (start) => {
      content = open();
      // yazl does not handle a stream's errors.
      start(null, counted(content, onBytes).on('error', fail));
    });
  };

  const written = pipeline(output, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  // A rejection surfaces at the `await` below.
  written.catch(() => undefined);
  try {
    for (const [index, entry] of foldersFirst(entries).entries()) {
      if (index % ADDED_AT_ONCE === 0) await setImmediate();
      if (output.destroyed) break;
      add(entry);
    }
    zip.end();
    await written;
  } finally {
    content?.destroy();
  }
}

/**
 * Sorts entries so that folders come first: yazl writes a folder at once unless it waits for a file, and thousands that
 * wait are written by recursion.
 */
function foldersFirst(entries: Iterable<ZipEntry>): ZipEntry[] {
  const { folders = [], files = [] } = Object.groupBy(entries, ({ open }) => (open ? 'files' : 'folders'));
  return [...folders, ...files];
}

function counted(content: Readable, onBytes: (bytes: number) => Promise<void> | void): Readable {
  return Readable.from(
    (async function* () {
      for await (const chunk of content) {
        yield chunk as Buffer;
        await onBytes((chunk as Buffer).length);
      }
    })(),
    { objectMode: false },
  );
}

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** With its folders, by slashes; one that ends in a slash is an empty folder. */
  path: string;
  at: Date;
  /** Null for an empty folder. */
  open: (() => Readable) | null;
}

/** Whatever unpacks it must stay within its folder: no way up, no root, no drive, no other system's separator. */
export function safePath(text: string): string {
  const parts = text.replaceAll('\\', '/').split('/');
  const isFolder = parts.at(-1) === '';
  const safe = parts
    .filter((part) => part !== '')
    // oxlint-disable-next-line no-control-regex -- these are what must not come through.
    .map((part) => part.replace(/[\u0000-\u001f\u007f<>:"|?*]/g, '_'))
    .map((part) => (/^[.\s]+$/.test(part) ? part.replace(/[.\s]/g, '_') : part));
  return `${safe.join('/') || '_'}${isFolder ? '/' : ''}`;
}

/**
 * Writes entries as they are, without compressing them: what is large is compressed already. `onBytes` hears how much has
 * been read, and is waited for.
 */
export async function writeZip(
  file: string,
  entries: Iterable<ZipEntry>,
  onBytes: (bytes: number) => Promise<void> | void,
): Promise<void> {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream as Readable, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  const fail = (error: Error) => (zip.outputStream as Readable).destroy(error);
  zip.on('error', fail);
  for (const { path, at, open } of entries) {
    const options = { mtime: at, compress: false };
    // yazl does not listen to what goes wrong in a stream.
    if (open)
      zip.addReadStreamLazy(safePath(path), options, (give) => give(null, counted(open(), onBytes).on('error', fail)));
    else zip.addEmptyDirectory(safePath(path), { mtime: at });
  }
  zip.end();
  await written;
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

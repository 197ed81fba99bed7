import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { crc32 } from 'node:zlib';

export interface ZipEntry {
  /** With its folders, by slashes; one that ends in a slash is an empty folder. */
  path: string;
  at: Date;
  /** The same bytes each time. */
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

const UTF8 = 0x800;
const MIN_YEAR = 1980;

function dosTime(at: Date): [time: number, date: number] {
  const year = Math.max(MIN_YEAR, at.getUTCFullYear());
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((year - MIN_YEAR) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ];
}

/**
 * Writes entries as they are, without pressing them: what is large is pressed already. Each is read twice, first for its
 * check sum, which stands before it. Below 4 GB and 65,535 entries. `onBytes` hears how much has been written.
 */
export async function writeZip(
  file: string,
  entries: Iterable<ZipEntry>,
  onBytes: (bytes: number) => Promise<void> | void,
): Promise<void> {
  const sink = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const ended = finished(sink);
  // Told by what waits for it.
  ended.catch(() => undefined);
  const write = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) => sink.write(bytes, (error) => (error ? reject(error) : resolve())));
  const directory: Buffer[] = [];
  let at = 0;
  try {
    for (const entry of entries) {
      const name = Buffer.from(safePath(entry.path));
      const [crc, size] = await sumOf(entry.open?.());
      const common = headerOf(entry.at, crc, size, name.length);
      await write(Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name]));
      if (entry.open) {
        for await (const chunk of entry.open()) {
          await write(chunk as Buffer);
          await onBytes((chunk as Buffer).length);
        }
      }
      const place = Buffer.alloc(14);
      place.writeUInt32LE(at, 10);
      directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, place, name);
      at += 30 + name.length + size;
    }
    const listed = Buffer.concat(directory);
    await write(listed);
    await write(endOf(directory.length / 4, listed.length, at));
    sink.end();
    await ended;
  } catch (error) {
    sink.destroy();
    throw error;
  }
}

async function sumOf(content: Readable | undefined): Promise<[crc: number, size: number]> {
  let [crc, size] = [0, 0];
  for await (const chunk of content ?? []) {
    crc = crc32(chunk as Buffer, crc);
    size += (chunk as Buffer).length;
  }
  return [crc, size];
}

/** Fields that are both before an entry and in the directory. */
function headerOf(at: Date, crc: number, size: number, nameLength: number): Buffer {
  const header = Buffer.alloc(26);
  const [time, date] = dosTime(at);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(UTF8, 2);
  header.writeUInt16LE(time, 6);
  header.writeUInt16LE(date, 8);
  header.writeUInt32LE(crc, 10);
  header.writeUInt32LE(size, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(nameLength, 22);
  return header;
}

function endOf(count: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  return end;
}

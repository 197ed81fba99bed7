import { collect, type Source, ViewerError } from '../fileBytes.ts';
import { zipName } from './zipName.ts';

/** An entry of a zip archive, as its directory describes it: none of it can be trusted. */
export interface ZipEntry {
  name: string;
  isFolder: boolean;
  /** The bytes, packed and unpacked. */
  packed: number;
  size: number;
  isLocked: boolean;
  method: number;
  at: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const LISTED = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
/** The number of bytes to search for the end of a zip, which a comment may follow. */
const TAIL_BYTES = END_BYTES + 65_535;
const DIRECTORY_BYTES = 32 * 1024 * 1024;
const MAX_ENTRIES = 50_000;
const FULL = 0xffffffff;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Lists a zip archive without unpacking anything.
 *
 * @throws ViewerError  if it is none, or its directory is too large
 */
export async function listZip(source: Source): Promise<readonly ZipEntry[]> {
  const start = Math.max(0, source.size - TAIL_BYTES);
  const tail = await source.read(start, source.size);
  const end = findEnd(tail);
  const { count, size, at } = await directoryAt(source, tail, end, start);
  if (count > MAX_ENTRIES || size > DIRECTORY_BYTES) throw new ViewerError('large', DIRECTORY_BYTES);
  if (at + size > source.size) throw new ViewerError('broken');
  return entriesIn(await source.read(at, at + size), count);
}

function findEnd(tail: Uint8Array): number {
  const view = viewOf(tail);
  for (let at = tail.length - END_BYTES; at >= 0; at--) if (view.getUint32(at, true) === END) return at;
  throw new ViewerError('broken');
}

async function directoryAt(source: Source, tail: Uint8Array, end: number, start: number) {
  const view = viewOf(tail);
  const plain = {
    count: view.getUint16(end + 10, true),
    size: view.getUint32(end + 12, true),
    at: view.getUint32(end + 16, true),
  };
  const isLarge = plain.count === 0xffff || plain.size === FULL || plain.at === FULL;
  const locator = end - 20;
  if (!isLarge || locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return plain;
  const at = Number(view.getBigUint64(locator + 8, true));
  if (at + 56 > source.size || at > start + locator) throw new ViewerError('broken');
  const record = viewOf(await source.read(at, at + 56));
  if (record.getUint32(0, true) !== END_64) throw new ViewerError('broken');
  return {
    count: Number(record.getBigUint64(32, true)),
    size: Number(record.getBigUint64(40, true)),
    at: Number(record.getBigUint64(48, true)),
  };
}

const UTF8 = 1 << 11;
const LOCKED = 1;
const HEADER_BYTES = 46;

function entriesIn(bytes: Uint8Array, count: number): ZipEntry[] {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count && at + HEADER_BYTES <= bytes.length && view.getUint32(at, true) === LISTED) {
    const flags = view.getUint16(at + 8, true);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((each) => view.getUint16(at + each, true)) as [
      number,
      number,
      number,
    ];
    const nameAt = at + HEADER_BYTES;
    const sizes = {
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    const extra = bytes.subarray(nameAt + nameBytes, nameAt + nameBytes + extraBytes);
    const name = zipName(bytes.subarray(nameAt, nameAt + nameBytes), extra, (flags & UTF8) !== 0);
    entries.push({
      name,
      isFolder: name.endsWith('/'),
      isLocked: (flags & LOCKED) !== 0,
      method: view.getUint16(at + 10, true),
      ...large(sizes, extra),
    });
    at = nameAt + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

interface Sizes {
  packed: number;
  size: number;
  at: number;
}
/** Reads sizes over 4 GB from an extra field, which has only those that do not fit, in this order. */
function large(sizes: Sizes, extra: Uint8Array): Sizes {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      let next = at + 4;
      const end = Math.min(extra.length, next + length);
      const read = (value: number) => {
        if (value !== FULL || next + 8 > end) return value;
        next += 8;
        return Number(view.getBigUint64(next - 8, true));
      };
      const size = read(sizes.size);
      const packed = read(sizes.packed);
      return { size, packed, at: read(sizes.at) };
    }
    at += 4 + length;
  }
  return sizes;
}

const STORED = 0;
const DEFLATED = 8;

/**
 * Unpacks one entry. The browser inflates it, off this thread, and is stopped at `limit`: a small archive may claim to
 * be small and contain gigabytes.
 *
 * @throws ViewerError
 */
export async function unzip(source: Source, entry: ZipEntry, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.isLocked) throw new ViewerError('locked');
  const header = viewOf(await source.read(entry.at, entry.at + 30));
  if (header.byteLength < 30 || header.getUint32(0, true) !== LOCAL) throw new ViewerError('broken');
  const start = entry.at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  if (entry.packed > limit && entry.method === STORED) throw new ViewerError('large', limit);
  const packed = await source.read(start, start + entry.packed);
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATED) throw new ViewerError('unsupported');
  return inflate(packed, 'deflate-raw', limit);
}

/** @throws ViewerError  if it is damaged or larger than `limit` */
export async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new DecompressionStream(format);
  const writer = stream.writable.getWriter();
  // The reader gets the error.
  writer.write(packed).catch(() => undefined);
  writer.close().catch(() => undefined);
  try {
    return await collect(stream.readable, limit);
  } catch (error) {
    throw error instanceof ViewerError ? error : new ViewerError('broken');
  }
}

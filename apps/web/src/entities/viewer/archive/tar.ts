import { ViewerError } from '../fileBytes.ts';

export interface TarEntry {
  name: string;
  size: number;
  isFolder: boolean;
}

const BLOCK = 512;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replace(/\0.*$/s, '');

/** Lists a tar archive; long names of GNU and POSIX archives included. @throws ViewerError  if it is none */
export function listTar(bytes: Uint8Array): TarEntry[] {
  const entries: TarEntry[] = [];
  let [at, longName] = [0, ''];
  while (at + BLOCK <= bytes.length && bytes[at] !== 0) {
    const header = bytes.subarray(at, at + BLOCK);
    if (!isHeader(header)) throw new ViewerError('broken');
    const size = sizeIn(header);
    const kind = String.fromCharCode(header[156] ?? 0);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (kind === 'L') longName = text(content);
    else if (kind === 'x') longName = /(?:^|\n)\d{1,10} path=([^\n]+)\n/.exec(text(content))?.[1] ?? longName;
    else if (kind !== 'g' && kind !== 'K') {
      const prefix = text(header.subarray(345, 500));
      const name = longName || (prefix ? `${prefix}/` : '') + text(header.subarray(0, 100));
      entries.push({ name, size, isFolder: kind === '5' || name.endsWith('/') });
      longName = '';
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}

/** A negative size would lead back to this header, without an end. @throws ViewerError */
function sizeIn(header: Uint8Array): number {
  const digits = text(header.subarray(124, 136)).trim();
  if (!/^[0-7]*$/.test(digits)) throw new ViewerError('broken');
  return Number.parseInt(digits || '0', 8);
}

/** True if the sum of the header's bytes is right. The field of the sum itself counts as spaces. */
function isHeader(header: Uint8Array): boolean {
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  return Number.parseInt(text(header.subarray(148, 156)).trim(), 8) === sum;
}

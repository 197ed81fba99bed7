import { crc32 } from 'node:zlib';

/** A zip of uncompressed entries, whose names may be hostile. */
export function zipBytes(entries: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(entries)) {
    const content = Buffer.from(text);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt32LE(crc32(content), 10);
    header.writeUInt32LE(content.length, 14);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), header, Buffer.from(name), content]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), header, tail, Buffer.from(name)]),
    );
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}

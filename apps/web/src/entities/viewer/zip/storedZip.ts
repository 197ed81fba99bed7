const encoder = new TextEncoder();
const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Makes a zip of uncompressed entries, so that a library reads only entries that were checked. */
export function storedZip(entries: readonly { name: string; bytes: Uint8Array }[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of entries) {
    const title = encoder.encode(name);
    const common = new DataView(new ArrayBuffer(26));
    common.setUint16(0, 20, true);
    // Names are in UTF-8.
    common.setUint16(2, 1 << 11, true);
    common.setUint32(10, crc32(bytes), true);
    common.setUint32(14, bytes.length, true);
    common.setUint32(18, bytes.length, true);
    common.setUint16(22, title.length, true);
    const shared = new Uint8Array(common.buffer);
    const tail = new DataView(new ArrayBuffer(14));
    tail.setUint32(10, at, true);
    const local = joined([Uint8Array.of(0x50, 0x4b, 3, 4), shared, title, bytes]);
    directory.push(joined([Uint8Array.of(0x50, 0x4b, 1, 2, 20, 0), shared, new Uint8Array(tail.buffer), title]));
    parts.push(local);
    at += local.length;
  }
  const listed = joined(directory);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, listed.length, true);
  end.setUint32(16, at, true);
  return joined([...parts, listed, new Uint8Array(end.buffer)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

import { expect, test } from 'vitest';
import { sourceOf, ViewerError } from '../fileBytes.ts';
import { openOffice, parseXml } from './officeFile.ts';
import { storedZip } from './storedZip.ts';
import { listZip, unzip } from './zip.ts';
import { zipName } from './zipName.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const MB = 1024 * 1024;

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new CompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  void writer.write(bytes);
  void writer.close();
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

/** A zip whose directory claims that a packed entry has `claimed` bytes. */
async function packedZip(name: string, bytes: Uint8Array<ArrayBuffer>, claimed = bytes.length) {
  const zip = storedZip([{ name, bytes: await deflated(bytes) }]);
  const view = new DataView(zip.buffer);
  for (let at = 0; at < zip.length - 4; at++) {
    const mark = view.getUint32(at, true);
    if (mark === 0x04034b50) view.setUint16(at + 8, 8, true);
    if (mark !== 0x02014b50) continue;
    view.setUint16(at + 10, 8, true);
    view.setUint32(at + 24, claimed, true);
  }
  return zip;
}
const reasonOf = (running: Promise<unknown>) =>
  running.then(
    () => 'shown',
    (error: unknown) => (error instanceof ViewerError ? error.reason : String(error)),
  );

test('a zip is listed and unpacked, stored or deflated', async () => {
  const stored = sourceOf(
    storedZip([
      { name: 'a/b.txt', bytes: utf8('high') },
      { name: 'ü.txt', bytes: utf8('low') },
    ]),
  );
  const entries = await listZip(stored);
  expect(entries.map(({ name, size }) => [name, size])).toEqual([
    ['a/b.txt', 4],
    ['ü.txt', 3],
  ]);
  expect(new TextDecoder().decode(await unzip(stored, entries[1]!, MB))).toBe('low');
  const packed = sourceOf(await packedZip('c.txt', utf8('tide '.repeat(1000))));
  const [entry] = await listZip(packed);
  expect(entry!.packed).toBeLessThan(100);
  expect((await unzip(packed, entry!, MB)).length).toBe(5000);
});

test('names in encodings of old Windows programs are read', async () => {
  const nameIn = async (bytes: readonly number[]) => {
    const zip = storedZip([{ name: 'x'.repeat(bytes.length), bytes: utf8('') }]);
    const view = new DataView(zip.buffer);
    for (let at = 0; at < zip.length - 4; at++) {
      const mark = view.getUint32(at, true);
      if (mark !== 0x02014b50) continue;
      view.setUint16(at + 8, 0, true);
      zip.set(bytes, at + 46);
    }
    return (await listZip(sourceOf(zip)))[0]?.name;
  };
  // Größe, Café and 中文, by the code pages 850 and 936.
  expect(await nameIn([0x47, 0x72, 0x94, 0xe1, 0x65])).toBe('Größe');
  expect(await nameIn([0x43, 0x61, 0x66, 0x82])).toBe('Café');
  expect(await nameIn([0xd6, 0xd0, 0xce, 0xc4, 0x2e, 0x74])).toBe('中文.t');
  const name = (reader: 'ru' | 'zh', ...bytes: number[]) =>
    zipName(Uint8Array.from(bytes), new Uint8Array(0), false, reader);
  expect([name('ru', 0x8d, 0xa5, 0xe2), name('zh', 0x94, 0x82)]).toEqual(['Нет', '攤']);
  // The Unicode name of Info-ZIP: a version and a sum come first.
  const extra = Uint8Array.from([0x75, 0x70, 8, 0, 1, 0, 0, 0, 0, ...utf8('ſx')]);
  expect(zipName(Uint8Array.from([0x80, 0x78]), extra, false)).toBe('ſx');
});

test('a zip bomb is stopped at the limit, whatever size it claims', async () => {
  const bomb = sourceOf(await packedZip('bomb.xml', new Uint8Array(20 * MB), 10));
  const [entry] = await listZip(bomb);
  expect(entry!.size).toBe(10);
  expect(await reasonOf(unzip(bomb, entry!, MB))).toBe('large');
});

test('damaged, locked and foreign files are refused with the reason', async () => {
  expect(await reasonOf(listZip(sourceOf(utf8('no zip at all'))))).toBe('broken');
  expect(await reasonOf(listZip(sourceOf(new Uint8Array(0))))).toBe('broken');
  const zip = storedZip([{ name: 'a', bytes: utf8('a') }]);
  // A directory that begins after the end.
  const beyond = zip.slice();
  new DataView(beyond.buffer).setUint32(beyond.length - 6, 0x7ffffff0, true);
  expect(await reasonOf(listZip(sourceOf(beyond)))).toBe('broken');
  const locked = zip.slice();
  const view = new DataView(locked.buffer);
  for (let at = 0; at < locked.length - 4; at++) if (view.getUint32(at, true) === 0x02014b50) locked[at + 8] = 1;
  const source = sourceOf(locked);
  expect(await reasonOf(unzip(source, (await listZip(source))[0]!, MB))).toBe('locked');
  // The container that office programs write for a file with a password.
  expect(await reasonOf(openOffice(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)))).toBe('locked');
});

test('markup with a document type is refused: its entities could grow without end', () => {
  expect(() => parseXml('<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>')).toThrow(ViewerError);
  expect(() => parseXml('<a><b></a>')).toThrow(ViewerError);
  expect(parseXml('<?xml version="1.0"?><a/>').documentElement.localName).toBe('a');
});

test('relations lead to parts of the file, and addresses outside stay addresses', async () => {
  const rels = `<Relationships xmlns="x"><Relationship Id="r1" Type="http://x/image" Target="../media/a.png"/>
    <Relationship Id="r2" Type="http://x/hyperlink" Target="https://example.com" TargetMode="External"/></Relationships>`;
  const file = await openOffice(storedZip([{ name: 'ppt/slides/_rels/s.xml.rels', bytes: utf8(rels) }]));
  const relations = await file.relations('ppt/slides/s.xml');
  expect(relations.get('r1')).toEqual({ type: 'image', target: 'ppt/media/a.png', isOutside: false });
  expect(relations.get('r2')).toEqual({ type: 'hyperlink', target: 'https://example.com', isOutside: true });
});

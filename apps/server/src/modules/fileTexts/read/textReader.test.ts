import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { zipOf } from '#testing/zip';
import { TextReader } from './textReader.ts';

test('a file that takes too long or too much memory ends only its own reading', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'texts-'));
  const reader = new TextReader();
  const hasty = new TextReader(1);
  try {
    const [slow, huge, good] = ['slow.docx', 'huge.docx', 'good.txt'].map((name) => path.join(folder, name));
    const cells = '<c><v>1</v></c>'.repeat(400_000);
    await writeFile(slow ?? '', zipOf({ 'xl/worksheets/sheet1.xml': `<worksheet>${cells}</worksheet>` }));
    // One attribute of 90 MB, which is held as a whole.
    await writeFile(huge ?? '', zipOf({ 'word/document.xml': `<w a="${'x'.repeat(90 * 1024 * 1024)}"/>` }));
    await writeFile(good ?? '', 'fair winds');
    await expect(hasty.read({ path: slow ?? '', ext: 'xlsx' })).rejects.toThrow('too long');
    await reader.read({ path: huge ?? '', ext: 'docx' }).catch(() => undefined);
    expect(await reader.read({ path: good ?? '', ext: 'txt' })).toEqual({
      text: 'fair winds',
      terms: ['fair', 'winds'],
      pictureBytes: 0,
    });
  } finally {
    await Promise.all([reader.close(), hasty.close(), rm(folder, { recursive: true })]);
  }
}, 60_000);

test('drawings, mind maps, spreadsheets and office files have a picture, and hostile ones harm nothing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sketches-'));
  const reader = new TextReader();
  const look = async (name: string, content: string | Uint8Array) => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    const picture = `${file}.page`;
    const { pictureBytes } = await reader.read({ path: file, ext: name.split('.')[1] ?? '', picture });
    if (pictureBytes === 0) return null;
    const { format, width, height } = await sharp(picture).metadata();
    const { channels } = await sharp(picture).stats();
    return { format, width, height, isDrawn: channels.some(({ stdev }) => stdev > 3) };
  };
  const wide = { format: 'webp', width: 480, height: 360, isDrawn: true };
  const box = { id: 'a', type: 'rectangle', x: 5, y: 5, width: 300, height: 200, backgroundColor: '#ffc9c9' };
  const arrow = {
    id: 'b',
    type: 'arrow',
    x: 0,
    y: 0,
    points: [
      [0, 0],
      [200, 90],
    ],
  };
  const words = { id: 'c', type: 'text', x: 20, y: 30, width: 90, height: 20, text: 'Harbor\n港口', fontSize: 20 };
  try {
    expect(await look('a.excalidraw', JSON.stringify({ elements: [box, arrow, words] }))).toEqual(wide);
    const nodeData = {
      id: 'r',
      topic: 'Trip',
      children: [
        { id: 'a', topic: 'Train' },
        { id: 'b', topic: 'Boat' },
      ],
    };
    expect(await look('b.mind', JSON.stringify({ nodeData }))).toEqual(wide);
    const parts = { 's:a': { name: 'A', order: 1 }, 'c:a:0:0': { v: 4 }, 'c:a:0:1': { f: '{0.0}*2' } };
    expect(await look('c.sheet', JSON.stringify({ type: 'sheet', parts }))).toEqual(wide);
    const docx = zipOf({ 'word/document.xml': '<w:document><w:p><w:t>Fair winds at sea</w:t></w:p></w:document>' });
    expect(await look('d.docx', docx)).toEqual({ ...wide, width: 360, height: 480 });
    for (const hostile of [
      { ...box, x: 1e308, y: -1e308, width: 1e308, strokeColor: 'url(#x)', strokeWidth: -1, angle: '1' },
      { ...arrow, points: [[null, {}], 'x', [1e308, 1]] },
      { ...words, fontSize: 1e9, text: 'x'.repeat(100_000), opacity: 'none' },
    ])
      await look('e.excalidraw', JSON.stringify({ elements: [hostile] }));
    expect(await look('f.sheet', '{"type":"sheet","parts":[]}')).toBeNull();
    expect(await look('g.mind', 'no map')).toBeNull();
    expect(await look('h.mind', JSON.stringify({ nodeData }))).toEqual(wide);
  } finally {
    await Promise.all([reader.close(), rm(folder, { recursive: true })]);
  }
}, 60_000);

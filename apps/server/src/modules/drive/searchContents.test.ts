import { driveFetch } from '@atrium/contract/files/details.ts';
import * as d from '@atrium/contract/files/drive.ts';
import { fileKey } from '@atrium/contract/files/files.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { textFollower } from '#modules/fileTexts/texts.service';
import { indexAll } from '#modules/searchIndex/index.service';
import { type TestClient, testServer, unique, world } from '#testing/world';
import { zipOf } from '#testing/zip';
import { documentOf, folderOf, upload } from './drive.testing.ts';

const word = () =>
  unique('needle')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase();

/** Reads all files, as the server does a moment after each change. */
async function readAll(): Promise<void> {
  const { app } = await testServer();
  while (await textFollower.step(app));
  await indexAll(app);
}
const found = async (by: TestClient, key: string) =>
  (await by.call(d.driveSearch, { key })).map(({ id, matched, snippet }) => ({ id, matched, snippet }));

const docx = (text: string) =>
  zipOf({
    'word/document.xml': `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  });
const pptx = (text: string) =>
  zipOf({ 'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>` });
const xlsx = (text: string) =>
  zipOf({
    'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><c t="s"><v>0</v></c><c><v>471147</v></c><c s="1"><v>46000</v></c><c s="2"><v>0.125</v></c></worksheet>',
  });

function pdf(text: string): Uint8Array<ArrayBuffer> {
  const stream = `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(throw 1)>>>>',
    '<</Type/Pages/Count 1/Kids[4 0 R]>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>>>',
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
  ];
  let body = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const tail = `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(body + tail));
}

test('files are found by the text in them, with the part around the words', async () => {
  const { ada } = await world({ members: ['ada'] });
  const key = word();
  const text = `The harbor master keeps the ${key} in the old lighthouse`;
  const files = await Promise.all([
    upload(ada, 'a.pdf', pdf(text)),
    upload(ada, 'b.docx', docx(text)),
    upload(ada, 'c.xlsx', xlsx(text)),
    upload(ada, 'd.pptx', pptx(text)),
    upload(ada, 'e.md', `# Title\n\n${text}`),
    upload(ada, 'f.txt', text),
    upload(ada, 'g.ts', `export const x = 1; // ${text}`),
    upload(ada, 'h.mind', JSON.stringify({ nodeData: { id: 'root', topic: text } })),
    upload(ada, 'j.sheet', JSON.stringify({ type: 'sheet', parts: { 's:a': { name: 'A' }, 'c:a:0:0': { v: text } } })),
    upload(ada, 'i.excalidraw', JSON.stringify({ elements: [{ id: 'a', type: 'text', text }] })),
  ]);
  const [named] = await upload(ada, `${key}.txt`, 'nothing else');
  await readAll();
  const hits = await found(ada, `${key.slice(0, -1)} HARBOR`);
  expect(hits.map(({ id }) => id).sort()).toEqual(files.map(([file]) => file?.id).sort());
  for (const hit of hits) {
    expect(hit.matched).toBe('content');
    expect(hit.snippet).toContain(`harbor master keeps the ${key}`);
  }
  expect(await found(ada, key)).toContainEqual({ id: named?.id, matched: 'name' });
  // A number in a cell, and the number of a shared string, which is no text.
  expect((await found(ada, '471147')).map(({ id }) => id)).toContain(files[2]?.[0]?.id);
  // Days and shares as the workbook shows them.
  const { text: cells } = await ada.call(driveFetch, { path: String(files[2]?.[0]?.id) });
  expect(cells).toContain('471147 2025-12-09 12.5%');
});

test('the text of a file is fetched in parts, by its id or its address, with the rights of the moment', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const text = `Fair winds ${word()} at sea`;
  const [file] = await upload(ada, 'log.docx', docx(text));
  await readAll();
  const path = String(file?.id);
  const whole = await ada.call(driveFetch, { path });
  expect(whole).toMatchObject({ name: 'log.docx', offset: 0, next_offset: null });
  expect(whole.text.trim()).toBe(text);
  const part = await ada.call(driveFetch, { path, offset: 5, limit: 5 });
  expect(part).toMatchObject({ text: whole.text.slice(5, 10), offset: 5, total: whole.total, next_offset: 10 });
  const gone = { data: { code: 'file.gone' } };
  const address = file?.url.replace('{{RemoteURL}}', 'https://atrium.test/') ?? '';
  expect((await ada.call(driveFetch, { path: address })).text).toBe(whole.text);
  for (const each of [path, address, 'nothing', `file/${'x'.repeat(24)}/a`])
    await expect(bo.call(driveFetch, { path: each })).rejects.toMatchObject(gone);
  await ada.call(d.driveShareUpdate, { id: file?.id ?? 0, userids: [bo.userid], permission: 0 });
  expect((await bo.call(driveFetch, { path: address })).text).toBe(whole.text);
  const folder = await folderOf(ada);
  await expect(ada.call(driveFetch, { path: String(folder.id) })).rejects.toMatchObject({
    data: { code: 'drive.file' },
  });
});

test('accents and signs without spaces are found in contents, and signs apart are not', async () => {
  const { ada } = await world({ members: ['ada'] });
  const [accents] = await upload(ada, 'a.txt', 'Das Gebäude heißt Zürichstraßenhof');
  const [city] = await upload(ada, 'b.txt', '会議は東京都で開かれます');
  await upload(ada, 'c.txt', '東京 と 京都');
  await readAll();
  expect(await found(ada, 'zurichstrassen')).toEqual([
    { id: accents?.id, matched: 'content', snippet: 'Das Gebäude heißt Zürichstraßenhof' },
  ]);
  expect((await found(ada, '東京都')).map(({ id }) => id)).toEqual([city?.id]);
});

test('contents follow new versions, and the rights of the moment', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const [first, second] = [word(), word()];
  const folder = await folderOf(ada);
  const inner = await folderOf(ada, folder.id);
  const file = await documentOf(ada, inner.id);
  const write = (content: string) =>
    ada.call(d.driveSave, { id: file.id, content: JSON.stringify({ type: 'md', content }) });
  await write(`about ${first}`);
  await readAll();
  expect(await found(bo, first)).toEqual([]);
  await ada.call(d.driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 0 });
  expect(await found(bo, first)).toMatchObject([{ id: file.id, snippet: `about ${first}` }]);
  expect(await found(eve, first)).toEqual([]);

  await write(`about ${second}`);
  await readAll();
  expect(await found(bo, first)).toEqual([]);
  expect(await found(bo, second)).toMatchObject([{ id: file.id }]);

  await ada.call(d.driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: -1 });
  expect(await found(bo, second)).toEqual([]);
  await ada.call(d.driveRemove, { ids: [folder.id] });
  expect(await found(ada, second)).toEqual([]);
});

test('a hostile file is skipped and the next one is read', async () => {
  const { ada } = await world({ members: ['ada'] });
  const { app } = await testServer();
  const key = word();
  const bomb = `<d xmlns:w="w">${' '.repeat(120 * 1024 * 1024)}<w:t>${key}</w:t></d>`;
  const laughs = `<!DOCTYPE l [<!ENTITY a "${key}"><!ENTITY b "&a;&a;&a;">]><d xmlns:w="w"><w:t>&b;</w:t></d>`;
  const deep = '<a>'.repeat(500_000);
  const broken = await Promise.all([
    upload(ada, 'bomb.docx', zipOf({ 'word/document.xml': bomb })),
    upload(ada, 'laughs.docx', zipOf({ 'word/document.xml': laughs })),
    upload(ada, 'deep.docx', zipOf({ 'word/document.xml': deep })),
    upload(ada, 'no.pdf', '%PDF-1.7 garbage'),
    upload(ada, 'no.docx', 'no zip'),
    upload(ada, 'picture.txt', new Uint8Array([0, 1, 2, 255, 254, 0, 3])),
  ]);
  const [good] = await upload(ada, 'good.txt', `good ${key}`);
  await readAll();
  expect((await found(ada, key)).map(({ id }) => id)).toEqual([good?.id]);
  const ids = broken.map(([file]) => file?.id ?? 0);
  const { rows } = await sql<{ text: string; attempts: number }>`
    select t.text, t.attempts from file_texts t join files f on f.stored_id = t.stored_id
    where f.id = any(${ids}::int[]) and t.read_at is not null`.execute(app.db);
  expect(rows).toEqual(ids.map(() => ({ text: '', attempts: 1 })));
}, 60_000);

test('files from before are read too, the newest first', async () => {
  const { ada } = await world({ members: ['ada'] });
  const { app } = await testServer();
  const key = word();
  const [file] = await upload(ada, 'old.txt', `old ${key}`);
  await sql`update file_texts set read_at = null, text = '', terms = '' where stored_id = (
    select stored_id from files where id = ${file?.id})`.execute(app.db);
  await readAll();
  expect(await found(ada, key)).toMatchObject([{ id: file?.id, matched: 'content' }]);
});

/** A frame of an ID3 tag, version 2.3. */
const id3Frame = (name: string, content: Buffer) => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from(name), size, Buffer.alloc(2), content]);
};
const id3Text = (name: string, text: string) => id3Frame(name, Buffer.from(`\0${text}`, 'latin1'));
/** Music that is only its tag: title, artist and a cover. */
function music(artist: string, cover: Buffer): Uint8Array<ArrayBuffer> {
  const picture = Buffer.concat([Buffer.from('\0image/png\0\u0003\0', 'latin1'), cover]);
  const frames = Buffer.concat([id3Text('TIT2', 'Tide'), id3Text('TPE1', artist), id3Frame('APIC', picture)]);
  const size = Buffer.from([21, 14, 7, 0].map((shift) => (frames.length >> shift) & 0x7f));
  return new Uint8Array(Buffer.concat([Buffer.from('ID3\u0003\0\0', 'latin1'), size, frames]));
}

test('music is found by who plays it and shows its cover, and a broken cover leaves the text', async () => {
  const { ada } = await world({ members: ['ada'] });
  const key = word();
  const create = { width: 600, height: 600, channels: 3, background: 'teal' } as const;
  const cover = await sharp({ create }).png().toBuffer();
  const [song] = await upload(ada, 'song.mp3', music(key, cover));
  const [torn] = await upload(ada, 'torn.mp3', music(key, Buffer.concat([cover.subarray(0, 60), Buffer.alloc(99)])));
  await readAll();
  const list = await ada.call(d.driveSearch, { key });
  expect(list.map(({ id, matched }) => [id, matched]).sort()).toEqual([
    [song?.id, 'content'],
    [torn?.id, 'content'],
  ]);
  const thumbs = list.map(({ id, thumb }) => [id, thumb !== '']).sort();
  expect(thumbs).toEqual([
    [song?.id, true],
    [torn?.id, false],
  ]);
});

test('a PDF gets a picture of its first page, which everyone with access sees appear', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const folder = await folderOf(ada);
  await ada.call(d.driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 0 });
  const [plan] = await upload(ada, 'Plan.pdf', pdf('Plan'), { pid: folder.id });
  const [broken] = await upload(ada, 'Broken.pdf', new Uint8Array(Buffer.from('%PDF-1.7\nnothing')), {
    pid: folder.id,
  });
  await readAll();
  const { data } = await bo.receives('file', 'update', (frame) => frame.data['id'] === plan?.id);
  expect(data).toMatchObject({ thumb: expect.stringContaining('file/thumb/'), permission: 0 });
  // It remains a file: only pictures have a size.
  expect(data).not.toHaveProperty('image_url');
  const [listed, other] = await bo.call(d.driveLists, { pid: folder.id });
  expect([listed?.thumb, other?.id, other?.thumb]).toEqual([data['thumb'], broken?.id, '']);
  const thumbOf = async (by: TestClient) => {
    const { key } = await by.call(fileKey, {});
    return fetch(`${String(data['thumb']).replace('{{RemoteURL}}', `${by.base}/`)}?key=${encodeURIComponent(key)}`);
  };
  const shown = await sharp(await (await thumbOf(bo)).arrayBuffer()).metadata();
  expect([shown.format, shown.width, shown.height]).toEqual(['webp', 339, 480]);
  expect((await thumbOf(eve)).status).toBe(404);
});

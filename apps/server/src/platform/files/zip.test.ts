import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { writeZip } from './zip.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'atrium-zip-'));
afterAll(() => rm(folder, { recursive: true }));

const at = new Date('2026-01-02T03:04:06Z');
const entry = (name: string, words: string) => ({ path: name, at, open: () => Readable.from([Buffer.from(words)]) });

test('another program reads names, times and contents, and nothing escapes the folder', async () => {
  const file = path.join(folder, 'all.zip');
  let bytes = 0;
  const entries = [
    entry('Pläne/漢字.txt', 'one'),
    entry('../../etc/passwd', 'two'),
    { path: 'Empty/', at, open: null },
  ];
  await writeZip(file, entries, (more) => void (bytes += more));
  const zip = await fromBufferPromise(await readFile(file));
  const found: unknown[] = [];
  for await (const each of zip.eachEntry()) {
    const isFolder = each.fileName.endsWith('/');
    const words = isFolder ? null : await text(await zip.openReadStreamPromise(each));
    found.push([each.fileName, each.getLastModDate().toISOString(), words]);
  }
  expect(found).toEqual([
    ['Empty/', at.toISOString(), null],
    ['Pläne/漢字.txt', at.toISOString(), 'one'],
    ['__/__/etc/passwd', at.toISOString(), 'two'],
  ]);
  expect(bytes).toBe(6);
});

test('unreadable content or a failing progress callback fails the archive', async () => {
  const broken = { path: 'b', at, open: () => Readable.from(failing()) };
  await expect(writeZip(path.join(folder, 'b.zip'), [broken], () => undefined)).rejects.toThrow('gone');
  const count = () => Promise.reject(new Error('stopped'));
  await expect(writeZip(path.join(folder, 'c.zip'), [entry('c', 'c')], count)).rejects.toThrow('stopped');
});

test('thousands of folders after a file neither exhaust the stack nor block the server', async () => {
  const folders = Array.from({ length: 10_000 }, (_, index) => ({ path: `folder${index}/`, at, open: null }));
  const file = path.join(folder, 'many.zip');
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await writeZip(file, [entry('first.txt', 'one'), ...folders], () => undefined);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(20);
  const zip = await fromBufferPromise(await readFile(file));
  expect(zip.entryCount).toBe(10_001);
  zip.close();
});

test('sources are closed when the archive cannot be written', async () => {
  const opened: Readable[] = [];
  const open = () => {
    opened.push(new Readable({ read: () => undefined }));
    return opened.at(-1) as Readable;
  };
  const file = path.join(folder, 'taken.zip');
  await writeFile(file, 'taken');
  await expect(writeZip(file, [{ path: 'a', at, open }], () => undefined)).rejects.toThrow('EEXIST');
  expect(opened.every(({ destroyed }) => destroyed)).toBe(true);
});

async function* failing() {
  yield Buffer.from('half');
  throw new Error('gone');
}

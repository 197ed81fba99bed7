import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskStorage } from './diskStorage.ts';
import { closeFolder, makeFolder, writeDurably } from './durableFile.ts';

let top = '';
beforeEach(async () => {
  top = await mkdtemp(path.join(tmpdir(), 'atrium-durable-'));
});
afterEach(() => rm(top, { recursive: true, force: true }));

const modeOf = async (place: string) => (await stat(place)).mode & 0o777;

test('folders open to other accounts are closed, and their content stays', async () => {
  const folder = path.join(top, 'files');
  await mkdir(folder);
  await chmod(folder, 0o755);
  await writeFile(path.join(folder, 'kept'), 'kept');
  await closeFolder(folder);
  expect([await modeOf(folder), await readFile(path.join(folder, 'kept'), 'utf8')]).toEqual([0o700, 'kept']);
});

test('a folder is created with its parents, concurrently, and again after a removal', async () => {
  const deep = path.join(top, 'a/b/c');
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(deep)));
  expect([await modeOf(path.join(top, 'a')), await modeOf(deep)]).toEqual([0o700, 0o700]);
  await rm(path.join(top, 'a'), { recursive: true });
  await makeFolder(deep);
  expect(await modeOf(deep)).toBe(0o700);
  await writeFile(path.join(top, 'file'), '');
  await expect(makeFolder(path.join(top, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeFolder(path.join(top, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  // Nothing can be made there, and asking again and again does not help.
  if (process.platform === 'linux') await expect(makeFolder('/proc/nope')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a file is complete or absent: a failed source leaves the old one', async () => {
  const file = path.join(top, 'here/plan');
  await writeDurably(file, Readable.from([Buffer.from('first')]));
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('sec');
      throw new Error('the source ended');
    })(),
  );
  await expect(writeDurably(file, broken)).rejects.toThrow('the source ended');
  expect(await readFile(file, 'utf8')).toBe('first');
  expect(await readdir(path.dirname(file))).toEqual(['plan']);
  expect(await modeOf(file)).toBe(0o600);
});

test('a large file that cannot be written fails with the reason without waiting for its source', async () => {
  await writeFile(path.join(top, 'source'), Buffer.alloc(3_000_000));
  await writeFile(path.join(top, 'chat'), 'a file where a folder has to be');
  await expect(diskStorage(top).put('chat/ab/x', path.join(top, 'source'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  expect(await readdir(path.join(top, 'new'))).toEqual([]);
});

test('leftovers of a dead process are removed, and files being written stay', async () => {
  const storage = diskStorage(top);
  await writeFile(path.join(top, 'source'), 'words');
  await storage.put('chat/ab/x', path.join(top, 'source'));
  await expect(storage.put('chat/ab/y', path.join(top, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  const left = path.join(top, 'new', '.left.tmp');
  await writeFile(left, 'half');
  await storage.collect(new Date(Date.now() - 86_400_000));
  expect(await readdir(path.join(top, 'new'))).toEqual(['.left.tmp']);
  await storage.collect(new Date(Date.now() + 1000));
  expect(await readdir(path.join(top, 'new'))).toEqual([]);
  expect(await readdir(path.join(top, 'chat/ab'))).toEqual(['x']);
});

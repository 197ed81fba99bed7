import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isLong } from '#testing/histories';
import { type S3Server, startS3 } from '#testing/s3/s3Server';
import { openStorages } from '../openStorage.ts';
import type { BucketAddress } from '../storageAddress.ts';

const MB = 1024 * 1024;
let s3: S3Server;
let top = '';
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());
beforeEach(async () => {
  top = await mkdtemp(path.join(tmpdir(), 'atrium-bucket-'));
});
afterEach(() => rm(top, { recursive: true, force: true }));

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const source = async (bytes: Buffer) => {
  const file = path.join(top, 'source');
  await writeFile(file, bytes);
  return file;
};

/** Uploads in parts that are neither complete nor removed. */
async function incompleteIn({ bucket, prefix, endpoint, region, keys }: BucketAddress): Promise<string[]> {
  const client = new S3Client({
    region,
    forcePathStyle: true,
    endpoint: endpoint ?? '',
    credentials: { accessKeyId: keys?.id ?? '', secretAccessKey: keys?.secret ?? '' },
  });
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }));
  client.destroy();
  return Uploads.map(({ Key = '' }) => Key);
}

test('a file is stored, found, read whole and in part, replaced and deleted', async () => {
  const storage = s3.open(s3.address());
  const bytes = randomBytes(100_000);
  expect(await storage.put('chat/ab/x', await source(bytes))).toEqual({ size: 100_000, hash: hashOf(bytes) });
  expect(await storage.find('chat/ab/x')).toEqual({ size: 100_000, hash: hashOf(bytes) });
  expect((await buffer(storage.read('chat/ab/x'))).equals(bytes)).toBe(true);
  const part = await buffer(storage.read('chat/ab/x', { start: 10, end: 19 }));
  expect(part.equals(bytes.subarray(10, 20))).toBe(true);
  await storage.put('chat/ab/x', Readable.from([Buffer.from('again')]));
  expect((await buffer(storage.read('chat/ab/x'))).toString()).toBe('again');
  await storage.delete('chat/ab/x');
  await storage.delete('chat/ab/x');
  expect(await storage.find('chat/ab/x')).toBeUndefined();
  await expect(buffer(storage.read('chat/ab/x'))).rejects.toMatchObject({ code: 'ENOENT' });
  await storage.put('empty', await source(Buffer.alloc(0)));
  expect((await buffer(storage.read('empty'))).length).toBe(0);
});

test.for(isLong ? [8 * MB, 60 * MB + 1] : [8 * MB])('a file of %i bytes arrives in parts', async (size) => {
  const address = s3.address();
  const storage = s3.open(address);
  const bytes = randomBytes(size);
  expect(await storage.put('large', await source(bytes))).toEqual({ size, hash: hashOf(bytes) });
  expect(hashOf(await buffer(storage.read('large')))).toBe(hashOf(bytes));
  const end = await buffer(storage.read('large', { start: size - 5, end: size - 1 }));
  expect(end.equals(bytes.subarray(-5))).toBe(true);
  expect(await incompleteIn(address)).toEqual([]);
  await storage.delete('large');
});

test('an interrupted file and one with another checksum leave nothing', async () => {
  const address = s3.address();
  const storage = s3.open(address);
  const broken = Readable.from(
    (function* () {
      for (let mb = 0; mb < 20; mb++) yield randomBytes(MB);
      throw new Error('the source ended');
    })(),
  );
  await expect(storage.put('broken', broken)).rejects.toThrow('the source ended');
  await expect(storage.put('missing', path.join(top, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  for (const size of [10, 20 * MB]) {
    const file = await source(randomBytes(size));
    await expect(storage.put('wrong', file, hashOf(Buffer.from('other')))).rejects.toThrow('another checksum');
  }
  for (const key of ['broken', 'missing', 'wrong']) expect(await storage.find(key)).toBeUndefined();
  expect(await incompleteIn(address)).toEqual([]);
  // Nothing holds on to the memory of parts: as much as fits can be stored at once, many times.
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => storage.put(`after${n}`, Readable.from([randomBytes(9 * MB)]))),
  );
});

test('parts of an upload become one file, and those of a dead process are collected', async () => {
  const address = s3.address();
  const { parts, collect } = s3.open(address);
  const [first, second] = [randomBytes(5 * MB), randomBytes(7)];
  await parts.put('u1', { index: 0, start: 0, isFirst: true }, await source(randomBytes(5 * MB)));
  await parts.put('u1', { index: 1, start: first.length, isFirst: false }, await source(second));
  await parts.put('u1', { index: 0, start: 0, isFirst: false }, await source(first));
  // Another server on the same bucket.
  const other = s3.open(address);
  const { path: file, drop } = await other.parts.assemble('u1', 2, path.join(top, 'local'));
  const whole = await readFile(file);
  expect(whole.equals(Buffer.concat([first, second]))).toBe(true);
  await drop();
  expect(await readdir(path.join(top, 'local'))).toEqual([]);
  await expect(other.parts.assemble('u1', 3, path.join(top, 'local'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(path.join(top, 'local'))).toEqual([]);
  await collect(new Date(Date.now() - 86_400_000));
  await other.parts.assemble('u1', 2, path.join(top, 'local'));
  await collect(new Date(Date.now() + 60_000));
  await expect(other.parts.assemble('u1', 1, path.join(top, 'local'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('what cannot be used is refused in one sentence', async () => {
  const good = s3.address();
  expect(await (await openStorages(good, null)).check()).toMatchObject({
    folder: `s3://${good.bucket}/${good.prefix}`.slice(0, -1),
    is_bucket: true,
  });
  const refused = async (more: Partial<BucketAddress>) => {
    const error: unknown = await openStorages(s3.address(more), null).catch((each: unknown) => each);
    expect(error).toMatchObject({ name: 'StorageRefused', message: expect.stringMatching(/^[^\n]+\.$/) });
    return (error as Error).message;
  };
  expect(await refused({ bucket: 'no-such-bucket' })).toMatch(/^There is no bucket no-such-bucket at http/);
  const keys = { id: good.keys?.id ?? '', secret: 'wrong' };
  expect(await refused({ keys })).toMatch(/refuses the keys .*SignatureDoesNotMatch.*AWS_SECRET_ACCESS_KEY\.$/);
  expect(await refused({ keys: { id: 'nobody', secret: 'x' } })).toMatch(/refuses the keys of the bucket/);
  expect(await refused({ endpoint: 'http://127.0.0.1:9' })).toMatch(/does not answer \(ECONNREFUSED\)/);
});

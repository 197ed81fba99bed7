import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bucketStorage } from '#platform/files/bucket/bucketStorage';
import type { Storage } from '#platform/files/storage';
import { type BucketAddress, readStorageAddress } from '#platform/files/storageAddress';
import { unique } from '../world.ts';

const BUCKET = 'files';
const KEYS = { id: 'S3RVER', secret: 'S3RVER' };

export interface S3Server {
  /** A part of the bucket that no other test uses. */
  address(more?: Partial<BucketAddress>): BucketAddress;
  /** For `ATRIUM_STORAGE`. */
  text(address: BucketAddress): string;
  open(address: BucketAddress): Storage;
  close(): Promise<void>;
}

/**
 * An S3 server as a process, with a bucket; `TEST_S3_URL` (as `ATRIUM_STORAGE`, with the usual two variables for the
 * keys) names another one.
 */
export async function startS3(): Promise<S3Server> {
  const given = process.env['TEST_S3_URL'];
  const own = given ? undefined : await startOwn();
  const env = { id: process.env['AWS_ACCESS_KEY_ID'] ?? '', secret: process.env['AWS_SECRET_ACCESS_KEY'] ?? '' };
  const text = given ?? `s3://${BUCKET}?endpoint=${own?.endpoint}`;
  const base = readStorageAddress(text, { keys: own ? KEYS : env, isDirect: false }) as BucketAddress;
  const opened: Storage[] = [];
  return {
    address: (more) => ({ ...base, prefix: `${unique('t')}/`, ...more }),
    text: ({ bucket, prefix, endpoint, region }) => `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=${region}`,
    open(address) {
      const storage = bucketStorage(address);
      opened.push(storage);
      return storage;
    },
    async close() {
      for (const storage of opened) storage.close();
      await own?.close();
    },
  };
}

async function startOwn() {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-s3-'));
  const script = path.join(import.meta.dirname, 's3rver.process.ts');
  const child = spawn(process.execPath, [script, folder, BUCKET], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    endpoint: `http://127.0.0.1:${Number(port.toString())}`,
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

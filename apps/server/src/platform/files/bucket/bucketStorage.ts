import { randomUUID } from 'node:crypto';
import type https from 'node:https';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ListedFile, Storage } from '../storage.ts';
import type { BucketAddress } from '../storageAddress.ts';
import { makeByteLimiter } from './byteLimiter.ts';
import { type Bucket, openBucket } from './client.ts';
import { describeError, isAbsent } from './errors.ts';
import { collectIncomplete, partsIn } from './parts.ts';
import { putFile } from './put.ts';

/** The bytes of all files on their way to the bucket that may be in memory at once. */
const BYTES_AT_ONCE = 64 * 1024 * 1024;
/** The time for which a signed address is valid: as long as a browser may reuse a file without asking again. */
const SIGNED_S = 300;

/**
 * A bucket of an S3 server.
 *
 * The bucket verifies what it receives: each request is signed together with the SHA-256 of its body, and a body that
 * arrives otherwise is refused.
 */
export function bucketStorage(address: BucketAddress, agent?: https.Agent): Storage {
  const bucket = openBucket(address, agent);
  const { client, at } = bucket;
  const gate = makeByteLimiter(BYTES_AT_ONCE);
  const name = `s3://${address.bucket}/${address.prefix}`.replace(/\/$/, '');
  /** Turns errors into words for the operator. */
  const explaining =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      run(...args).catch((error: unknown) => {
        throw describeError(error, address, typeof args[0] === 'string' ? args[0] : '');
      });
  const files: Pick<Storage, 'put' | 'read' | 'find' | 'delete'> = {
    put: explaining((key, from, expected) => putFile(bucket, gate, key, from, expected)),
    read: (key, range) => readFile(bucket, key, range),
    find: explaining(async (key) => {
      try {
        const found = await client.send(new HeadObjectCommand(at(key)));
        return { size: found.ContentLength ?? 0, hash: found.Metadata?.['sha256'] ?? null };
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    }),
    delete: explaining(async (key) => void (await client.send(new DeleteObjectCommand(at(key))))),
  };
  const parts = partsIn(bucket, files);
  return {
    name,
    ...files,
    list: (prefix) => filesBelow(bucket, prefix),
    parts: { ...parts, delete: explaining(parts.delete) },
    async addressOf(key, { type, disposition }) {
      if (!address.isDirect) return null;
      const as = { ResponseContentType: type, ResponseContentDisposition: disposition };
      return getSignedUrl(client, new GetObjectCommand({ ...at(key), ...as }), { expiresIn: SIGNED_S });
    },
    collect: explaining((before) => collectIncomplete(bucket, parts, before)),
    check: explaining(async () => {
      await tryOut(bucket);
      return { folder: name, is_bucket: true, free: 0 };
    }),
    close: () => client.destroy(),
  };
}

function readFile({ client, address, at }: Bucket, key: string, range?: { start: number; end: number }): Readable {
  const out = new PassThrough();
  const ending = new AbortController();
  out.once('close', () => ending.abort());
  const Range = range && `bytes=${range.start}-${range.end}`;
  client
    .send(new GetObjectCommand({ ...at(key), Range }), { abortSignal: ending.signal })
    .then(({ Body }) => pipeline(Body as Readable, out))
    .catch((error: unknown) => out.destroy(describeError(error, address, key)));
  return out;
}

async function* filesBelow({ client, address, at }: Bucket, prefix: string): AsyncGenerator<ListedFile> {
  const { Bucket: name, Key } = at(prefix);
  for (let after: string | undefined; ; ) {
    const page = await client
      .send(new ListObjectsV2Command({ Bucket: name, Prefix: Key, ContinuationToken: after }))
      .catch((error: unknown) => {
        throw describeError(error, address, prefix);
      });
    for (const { Key: key = '', Size: size = 0, LastModified: at = new Date() } of page.Contents ?? []) {
      yield { key: key.slice(address.prefix.length), size, at };
    }
    after = page.NextContinuationToken;
    if (!after) return;
  }
}

async function tryOut({ client, at }: Bucket): Promise<void> {
  const key = `check/${randomUUID()}`;
  await client.send(new PutObjectCommand({ ...at(key), Body: Buffer.from(key) }));
  try {
    const { Body } = await client.send(new GetObjectCommand(at(key)));
    const text = (await buffer(Body as Readable)).toString();
    if (text !== key) throw new Error('what is read is not what was written');
  } finally {
    await client.send(new DeleteObjectCommand(at(key)));
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { FileDamaged, type StoredContent } from '../storage.ts';
import type { ByteLimiter } from './byteLimiter.ts';
import type { Bucket } from './client.ts';

/** The size of parts. S3 accepts parts of at least 5 MB and at most 10,000 of them, so a file may have 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
/** The number of parts of one file that are sent at once. */
const PARTS_AT_ONCE = 3;

/**
 * Stores a file in a bucket. Larger ones than `PART_BYTES` are sent in parts, which become a file only when all have
 * been confirmed, and are removed after a failure.
 */
export async function putFile(
  bucket: Bucket,
  gate: ByteLimiter,
  key: string,
  from: string | Readable,
  expected?: string,
): Promise<StoredContent> {
  const mostBytes = typeof from === 'string' ? Math.min(PART_BYTES, (await stat(from)).size) : PART_BYTES;
  const source = typeof from === 'string' ? createReadStream(from, { highWaterMark: 1024 * 1024 }) : from;
  const parts = partsOf(source, () => gate.enter(mostBytes));
  try {
    const first = await parts.next();
    // The source has at least one part, which may be empty.
    if (first.done) throw new Error('a file has no first part');
    if (first.value.bytes.length < PART_BYTES) return await putWhole(bucket, key, first.value, expected);
    return await putParts(bucket, key, first.value, parts, expected);
  } finally {
    source.destroy();
    await parts.return(undefined);
  }
}

async function putWhole({ client, at }: Bucket, key: string, { bytes, leave }: Part, expected?: string) {
  try {
    const hash = createHash('sha256').update(bytes).digest('hex');
    requireHash(key, hash, expected);
    await client.send(new PutObjectCommand({ ...at(key), Body: bytes, Metadata: { sha256: hash } }));
    return { size: bytes.length, hash };
  } finally {
    leave();
  }
}

async function putParts(bucket: Bucket, key: string, first: Part, rest: AsyncIterable<Part>, expected?: string) {
  const { client, at } = bucket;
  const known = expected !== undefined && { Metadata: { sha256: expected } };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...at(key), ...known })).catch((error) => {
    first.leave();
    throw error;
  });
  const line = sendingLine(bucket, key, UploadId);
  const hash = createHash('sha256');
  let size = 0;
  const send = async (part: Part) => {
    hash.update(part.bytes);
    size += part.bytes.length;
    await line.send(part);
  };
  try {
    await send(first);
    for await (const part of rest) {
      if (part.bytes.length > 0) await send(part);
      else part.leave();
    }
    const Parts = await line.end();
    const digest = hash.digest('hex');
    requireHash(key, digest, expected);
    await client.send(new CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload: { Parts } }));
    const stored = await client.send(new HeadObjectCommand(at(key)));
    if (stored.ContentLength !== size)
      throw new FileDamaged(`${key} has ${stored.ContentLength} bytes instead of ${size}`);
    return { size, hash: digest };
  } catch (error) {
    await line.settled();
    // If this fails too, the parts are deleted after a day.
    await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId })).catch(() => undefined);
    throw error;
  }
}

/** Sends parts of one file, a few at a time. */
function sendingLine({ client, at }: Bucket, key: string, UploadId: string | undefined) {
  const sent: { PartNumber: number; ETag: string | undefined }[] = [];
  const sending = new Set<Promise<void>>();
  const sendOne = async ({ bytes, leave }: Part) => {
    const part = { PartNumber: sent.length + 1, ETag: undefined as string | undefined };
    sent.push(part);
    try {
      const { PartNumber } = part;
      part.ETag = (await client.send(new UploadPartCommand({ ...at(key), UploadId, PartNumber, Body: bytes }))).ETag;
    } finally {
      leave();
    }
  };
  return {
    /** Resolves when another part may be sent. */
    async send(part: Part): Promise<void> {
      const one = sendOne(part).then(() => void sending.delete(one));
      // A failed part stays in the set, so that the next wait throws its error.
      one.catch(() => undefined);
      sending.add(one);
      if (sending.size >= PARTS_AT_ONCE) await Promise.race(sending);
    },
    async end() {
      await Promise.all(sending);
      return sent;
    },
    settled: () => Promise.allSettled(sending),
  };
}

function requireHash(key: string, hash: string, expected: string | undefined): void {
  if (expected !== undefined && hash !== expected) throw new FileDamaged(`${key} has another checksum`);
}

interface Part {
  bytes: Buffer;
  /** Must be called once the part needs no memory anymore. */
  leave(): void;
}

/**
 * Splits a stream into parts of `PART_BYTES`. Only the last one is shorter, and may be empty. Waits for memory before
 * each part.
 */
async function* partsOf(source: Readable, enter: () => Promise<() => void>): AsyncGenerator<Part, undefined> {
  let leave = await enter();
  let [chunks, size]: [Buffer[], number] = [[], 0];
  const taken = (): Part => {
    const part = { bytes: Buffer.concat(chunks), leave };
    [chunks, size, leave] = [[], 0, () => undefined];
    return part;
  };
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      let rest = chunk;
      while (size + rest.length >= PART_BYTES) {
        const head = rest.subarray(0, PART_BYTES - size);
        rest = rest.subarray(head.length);
        chunks.push(head);
        yield taken();
        leave = await enter();
      }
      chunks.push(rest);
      size += rest.length;
    }
    yield taken();
  } finally {
    leave();
  }
  return undefined;
}

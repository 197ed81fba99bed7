import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { FILE_MODE, makeFolder } from '../durableFile.ts';
import type { Parts, Storage } from '../storage.ts';
import type { Bucket } from './client.ts';
import { isNotImplemented } from './errors.ts';

const FOLDER = 'parts';
const keyOf = (id: string, index: number) => `${FOLDER}/${id}/${index}`;

/** Each part of an upload is an object of its own; they become one file when the upload is complete. */
export function partsIn(
  bucket: Bucket,
  { put, read, delete: remove }: Pick<Storage, 'put' | 'read' | 'delete'>,
): Parts {
  return {
    async put(id, { index }, from) {
      await put(keyOf(id, index), from);
    },
    async assemble(id, count, folder) {
      await makeFolder(folder);
      const file = path.join(folder, randomUUID());
      const drop = () => rm(file, { force: true });
      try {
        for (let index = 0; index < count; index++) {
          await pipeline(read(keyOf(id, index)), createWriteStream(file, { flags: 'a', mode: FILE_MODE }));
        }
      } catch (error) {
        await drop();
        throw error;
      }
      return { path: file, drop };
    },
    async delete(id) {
      for await (const { key } of list(bucket, `${FOLDER}/${id}/`)) await remove(key);
    },
  };
}

/** Deletes parts of uploads that nobody continued, and files whose sending was never completed. */
export async function collectIncomplete(bucket: Bucket, parts: Parts, before: Date): Promise<void> {
  const newest = new Map<string, Date>();
  for await (const { key, at } of list(bucket, `${FOLDER}/`)) {
    const id = key.split('/')[1] ?? '';
    if (at > (newest.get(id) ?? new Date(0))) newest.set(id, at);
  }
  for (const [id, at] of newest) if (at < before) await parts.delete(id);
  try {
    for await (const { Key, UploadId, Initiated } of listIncomplete(bucket)) {
      if (!Initiated || Initiated >= before) continue;
      const { client, address } = bucket;
      await client.send(new AbortMultipartUploadCommand({ Bucket: address.bucket, Key, UploadId }));
    }
  } catch (error) {
    // Some servers do not list incomplete uploads, but delete them without being asked.
    if (!isNotImplemented(error)) throw error;
  }
}

/** Lists keys below a folder with their age. */
async function* list({ client, address }: Bucket, folder: string): AsyncIterable<{ key: string; at: Date }> {
  const Prefix = address.prefix + folder;
  for await (const page of paginateListObjectsV2({ client }, { Bucket: address.bucket, Prefix })) {
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      yield { key: Key.slice(address.prefix.length), at: LastModified ?? new Date() };
    }
  }
}

async function* listIncomplete({ client, address }: Bucket) {
  const of = { Bucket: address.bucket, Prefix: address.prefix };
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const after = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
    page = await client.send(new ListMultipartUploadsCommand({ ...of, ...after }));
    yield* page.Uploads ?? [];
  } while (page.IsTruncated && page.NextKeyMarker);
}

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '../fail.ts';
import { makeFolder } from './durableFile.ts';

const MB = 1024 * 1024;

/**
 * Writes the body of a request to a new file in `folder` as it arrives. The caller removes the file. `most` is in bytes.
 *
 * @throws upload.large  as soon as it is larger than it may be
 */
export async function receiveBody(
  folder: string,
  body: Readable | undefined,
  most: number,
): Promise<{ path: string; size: number }> {
  await makeFolder(folder);
  const file = { path: path.join(folder, randomUUID()), size: 0 };
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      file.size += chunk.length;
      if (file.size > most) done(fail('upload.large', { limit: most / MB }));
      else done(null, chunk);
    },
  });
  const sink = createWriteStream(file.path, { flags: 'wx', mode: 0o600 });
  try {
    if (body) await pipeline(body, limit, sink);
    else await new Promise<void>((resolve, reject) => sink.once('error', reject).end(resolve));
    return file;
  } catch (error) {
    await rm(file.path, { force: true });
    throw error;
  }
}

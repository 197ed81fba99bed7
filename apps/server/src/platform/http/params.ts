import '@fastify/multipart';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isTooDeep } from '@atrium/contract/coerce.ts';
import type { ReceivedFile } from '@atrium/contract/kit.ts';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fail } from '../fail.ts';

type Raw = Record<string, unknown>;

/** Query or form text as raw parameters: `a[]=1&a[]=2` collects, any other repetition: the last one counts. */
export function rawFromText(text: string): Raw {
  const out: Raw = Object.create(null) as Raw;
  for (const [key, value] of new URLSearchParams(text)) put(out, key, value);
  return out;
}

function put(raw: Raw, key: string, value: unknown): void {
  const before = raw[key];
  if (key.endsWith('[]')) raw[key] = Array.isArray(before) ? [...(before as unknown[]), value] : [value];
  else raw[key] = value;
}

export function rawFromJson(text: string): Raw {
  // Some programs begin with a byte order mark, which `trim` takes away.
  const json = text.trim();
  if (json === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw fail('body.malformed');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fail('body.malformed');
  if (isTooDeep(value)) throw fail('body.deep');
  return value as Raw;
}

const FIELD_BYTES = 4 * 1024 * 1024;

async function rawFromMultipart(request: FastifyRequest): Promise<Raw> {
  const out: Raw = {};
  for await (const part of partsOf(request, { fieldSize: FIELD_BYTES, fields: 200, files: 0 })) {
    if (part.type === 'field') put(out, part.fieldname, part.value);
  }
  return out;
}

type Limits = NonNullable<NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']>;

/** @throws body.malformed  for a body without a boundary or an end; what is too large says so by itself */
async function* partsOf(request: FastifyRequest, limits: Limits) {
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw (error as { statusCode?: number }).statusCode === undefined ? fail('body.malformed') : error;
  }
}

/** What a caller sent, from query and body together; the body wins. */
export async function rawParams(request: FastifyRequest): Promise<Raw> {
  const query = request.query as Raw;
  const body = request.isMultipart() ? await rawFromMultipart(request) : (request.body as Raw | undefined);
  return { ...query, ...body };
}

/** The parameters of a call that takes files, the files among them. */
export interface Received {
  raw: Raw;
  /** Deletes those files that the call has not moved away. */
  drop(): Promise<void>;
}

/**
 * Parameters as `rawParams`, and files into a folder while they arrive. Only files that came as such stand under
 * their names: a path that a client writes there is none.
 *
 * @throws upload.large, body.malformed
 */
export async function receive(
  request: FastifyRequest,
  wanted: readonly { name: string; maxBytes: number }[],
  folder: string,
): Promise<Received> {
  const files: string[] = [];
  const drop = async () => {
    for (const file of files) await rm(file, { force: true });
  };
  const raw: Raw = {};
  const received = new Map<string, ReceivedFile>();
  try {
    if (!request.isMultipart()) Object.assign(raw, await rawParams(request));
    else {
      Object.assign(raw, request.query);
      const fileSize = Math.max(...wanted.map((each) => each.maxBytes));
      const told = Number(request.headers['content-length'] ?? 0);
      // What says of itself that it is too large is not read at all.
      if (told > fileSize + FIELD_BYTES) throw tooLarge(fileSize);
      const limits = { fieldSize: FIELD_BYTES, fields: 200, files: wanted.length, fileSize };
      for await (const part of partsOf(request, limits)) {
        if (part.type === 'field') put(raw, part.fieldname, part.value);
        else if (!wanted.some((each) => each.name === part.fieldname)) part.file.resume();
        else {
          await mkdir(folder, { recursive: true });
          const file = path.join(folder, crypto.randomUUID());
          files.push(file);
          received.set(part.fieldname, await store(part, file, fileSize));
        }
      }
    }
  } catch (error) {
    await drop();
    throw error;
  }
  for (const { name } of wanted) delete raw[name];
  for (const key of Object.keys(raw)) if (wanted.some(({ name }) => key.startsWith(`${name}[`))) delete raw[key];
  for (const [name, file] of received) raw[name] = file;
  return { raw, drop };
}

async function store(part: MultipartFile, file: string, maxBytes: number): Promise<ReceivedFile> {
  const sink = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(part.file, sink);
  } catch (error) {
    // The sender went away in the middle; a full disk is another matter.
    const isOurs = ['ENOSPC', 'EACCES', 'EDQUOT', 'EIO'].includes((error as { code?: string }).code ?? '');
    throw isOurs ? error : fail('body.malformed');
  }
  if (part.file.truncated) throw tooLarge(maxBytes);
  return {
    path: file,
    name: path.basename(part.filename.replaceAll('\\', '/')).slice(0, 255),
    size: sink.bytesWritten,
  };
}

const tooLarge = (maxBytes: number) => fail('upload.large', { limit: Math.floor(maxBytes / 1024 / 1024) });

import '@fastify/multipart';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ErrorCode } from '@atrium/contract/contract.ts';
import { excessOf } from '@atrium/contract/jsonShape.ts';
import type { ReceivedFile } from '@atrium/contract/kit.ts';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fail } from '../fail.ts';

type Raw = Record<string, unknown>;

/** The most parameters of one query, form or multipart body. The longest real list has 3,000 entries. */
const MAX_PARAMS = 5000;
/** The most bytes of a body without its files. */
export const BODY_BYTES = 4 * 1024 * 1024;
/** The limit for callers without a sign-in. */
export const PUBLIC_BODY_BYTES = 256 * 1024;
const FIELD_NAME_BYTES = 200;

/**
 * Parses a query into raw parameters: `a[]=1&a[]=2` is a list; of any other repeated name the last value counts. The
 * query's length is limited by that of all headers; `rawParams` refuses too many parameters.
 */
export function rawFromQuery(text: string): Raw {
  const out: Raw = Object.create(null) as Raw;
  for (const [key, value] of new URLSearchParams(text)) put(out, key, value);
  return out;
}

/**
 * Parses a form's text into raw parameters, like `rawFromQuery`.
 *
 * @throws body.many
 */
export function rawFromForm(text: string): Raw {
  refuseManyParams(text);
  return rawFromQuery(text);
}

/** Counts separators and refuses too many, before anything is built. */
function refuseManyParams(text: string): void {
  let params = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if (++params > MAX_PARAMS) throw fail('body.many');
  }
}

function put(raw: Raw, key: string, value: unknown): void {
  const before = raw[key];
  if (!key.endsWith('[]')) raw[key] = value;
  // The value is appended in place, because copying the list for each entry made long lists take seconds.
  else if (Array.isArray(before)) before.push(value);
  else raw[key] = [value];
}

/** @throws body.malformed, body.deep, body.many */
export function rawFromJson(text: string): Raw {
  // Trimming also removes the byte order mark that some programs send.
  const json = text.trim();
  if (json === '') return {};
  const excess = excessOf(json);
  if (excess) throw fail(excess === 'deep' ? 'body.deep' : 'body.many');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw fail('body.malformed');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fail('body.malformed');
  return value as Raw;
}

/** The fields of one multipart body, which share a size limit. */
class Fields {
  readonly raw: Raw = {};
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @throws body.large, body.deep */
  add(part: MultipartValue<unknown>): void {
    const text = textOfField(part.value);
    this.#bytes += Buffer.byteLength(text);
    if (part.valueTruncated || part.fieldnameTruncated || this.#bytes > this.#maxBytes) throw fail('body.large');
    put(this.raw, part.fieldname, text);
  }
}

/**
 * The parser has converted a JSON field into its value. It is converted back, so that it gets the limits of other JSON
 * text.
 */
function textOfField(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    // Serializing fails only for a value that is nested too deeply for the stack.
    throw fail('body.deep');
  }
}

async function rawFromMultipart(request: FastifyRequest, maxBytes: number): Promise<Raw> {
  const fields = new Fields(maxBytes);
  for await (const part of partsOf(request, maxBytes, { files: 0 })) if (part.type === 'field') fields.add(part);
  return fields.raw;
}

type Limits = NonNullable<NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']>;

const LIMIT_ERRORS: Record<string, ErrorCode> = {
  FST_FILES_LIMIT: 'body.files',
  FST_FIELDS_LIMIT: 'body.many',
  FST_PARTS_LIMIT: 'body.many',
};

/** @throws body.malformed  for a body without a boundary or an end; body.many, body.files */
async function* partsOf(request: FastifyRequest, maxFieldBytes: number, limits: Limits) {
  const all: Limits = {
    fieldNameSize: FIELD_NAME_BYTES,
    fieldSize: maxFieldBytes,
    fields: MAX_PARAMS,
    parts: MAX_PARAMS + (limits.files ?? 0) + 1,
    headerPairs: 20,
    ...limits,
  };
  let isWhole = false;
  try {
    yield* request.parts({ limits: all });
    isWhole = true;
  } catch (error) {
    const { code = '', statusCode } = error as { code?: string; statusCode?: number };
    const known = LIMIT_ERRORS[code];
    if (known) throw fail(known);
    throw statusCode === undefined ? fail('body.malformed') : error;
  } finally {
    // The rest is discarded, because the parser stores every field that still arrives, even if nobody reads it.
    if (!isWhole) {
      request.raw.unpipe();
      await discardBody(request.raw);
    }
  }
}

/**
 * Reads and discards the rest of a refused body, within limits: a client that is still sending does not read the
 * answer.
 */
export function discardBody(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed) return Promise.resolve();
  let bytes = 0;
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PASS_OVER_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > PASS_OVER_BYTES) done();
    });
    for (const end of ['end', 'error', 'close']) body.once(end, done);
    body.resume();
  });
}
/**
 * Ensures that clients get the answer to an unread body. On a connection that stays open it is sent at once: the rest
 * of the body is discarded meanwhile, and beyond the limits the connection ends. On one that closes after the answer, a
 * client that is still sending would lose it, so the body is discarded first.
 */
export async function discardUnreadBody(body: IncomingMessage, { shouldKeepAlive }: ServerResponse): Promise<void> {
  const passed = discardBody(body);
  if (!shouldKeepAlive) return passed;
  void passed.then(() => {
    // The socket is null once the client is gone, although the types do not say so.
    if (!body.readableEnded) (body.socket as Socket | null)?.destroy();
  });
  return undefined;
}
const PASS_OVER_BYTES = 64 * 1024 * 1024;
const PASS_OVER_MS = 10_000;

/**
 * Reads the parameters of query and body together. If both have one, that of the body counts.
 *
 * @throws body.many, body.large, body.files, body.malformed
 */
export async function rawParams(request: FastifyRequest, maxBytes = BODY_BYTES): Promise<Raw> {
  const query = rawQuery(request);
  const body = request.isMultipart() ? await rawFromMultipart(request, maxBytes) : (request.body as Raw | undefined);
  return { ...query, ...body };
}

/** @throws body.many */
export function rawQuery(request: FastifyRequest): Raw {
  refuseManyParams(request.raw.url ?? '');
  return request.query as Raw;
}

/**
 * Refuses a NUL in any text of the parameters: no database column can store it, and dropping it would store a different
 * text.
 *
 * @throws parameter
 */
export function refuseNul(input: Raw): void {
  for (const [name, value] of Object.entries(input)) if (holdsNul(value)) throw fail('parameter', { name });
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, each]) => key.includes('\0') || holdsNul(each));
}

/** The parameters of a call that takes files, including the files. */
export interface ReceivedParams {
  raw: Raw;
  /** Deletes the files that the call has not moved away. */
  drop(): Promise<void>;
}

/**
 * Reads parameters like `rawParams`, and writes files to a folder while they arrive. Only uploaded files count: a path
 * given by the client is ignored.
 *
 * @throws upload.large, body.files, body.malformed, body.many, body.large
 */
export async function receive(
  request: FastifyRequest,
  wanted: readonly { name: string; maxBytes: number }[],
  folder: string,
): Promise<ReceivedParams> {
  const files: string[] = [];
  const drop = async () => {
    for (const file of files) await rm(file, { force: true });
  };
  const raw: Raw = {};
  const received = new Map<string, ReceivedFile>();
  try {
    if (!request.isMultipart()) Object.assign(raw, await rawParams(request));
    else {
      Object.assign(raw, rawQuery(request));
      const fileSize = Math.max(...wanted.map((each) => each.maxBytes));
      const announced = Number(request.headers['content-length'] ?? 0);
      // A body that declares more than the limit is not read at all.
      if (announced > fileSize + BODY_BYTES) throw tooLarge(fileSize);
      const fields = new Fields(BODY_BYTES);
      for await (const part of partsOf(request, BODY_BYTES, { files: wanted.length, fileSize })) {
        if (part.type === 'field') fields.add(part);
        else if (!wanted.some((each) => each.name === part.fieldname)) part.file.resume();
        else {
          await mkdir(folder, { recursive: true });
          const file = path.join(folder, crypto.randomUUID());
          files.push(file);
          received.set(part.fieldname, await store(part, file, fileSize));
        }
      }
      Object.assign(raw, fields.raw);
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
    // The sender disconnected, unless the error is one of these, such as a full disk.
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

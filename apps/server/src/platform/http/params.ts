import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fail } from '../fail.ts';

type Raw = Record<string, unknown>;

/** Query or form text as raw parameters: `a[]=1&a[]=2` collects, any other repetition: the last one counts. */
export function rawFromText(text: string): Raw {
  const out: Raw = Object.create(null) as Raw;
  for (const [key, value] of new URLSearchParams(text)) {
    const before = out[key];
    if (key.endsWith('[]')) out[key] = Array.isArray(before) ? [...(before as unknown[]), value] : [value];
    else out[key] = value;
  }
  return out;
}

export function rawFromJson(text: string): Raw {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fail('body.malformed');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fail('body.malformed');
  return value as Raw;
}

const FIELD_BYTES = 4 * 1024 * 1024;

async function rawFromMultipart(request: FastifyRequest): Promise<Raw> {
  const out: Raw = {};
  for await (const part of request.parts({ limits: { fieldSize: FIELD_BYTES, fields: 200, files: 0 } })) {
    if (part.type === 'field') out[part.fieldname] = part.value;
  }
  return out;
}

/** What a caller sent, from query and body together; the body wins. */
export async function rawParams(request: FastifyRequest): Promise<Raw> {
  const query = request.query as Raw;
  const body = request.isMultipart() ? await rawFromMultipart(request) : (request.body as Raw | undefined);
  return { ...query, ...body };
}

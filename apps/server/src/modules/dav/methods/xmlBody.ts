import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { DavRequest } from '../davRequest.ts';
import { Refusal } from '../protocol/refusal.ts';
import { type Element, parseXml, XML_BYTES } from '../protocol/xml.ts';

/** Reads the body of a request; undefined if it is empty. @throws Refusal 413, 400 */
export async function bodyXml({ request }: Pick<DavRequest, 'request'>): Promise<Element | undefined> {
  const body = request.body as Readable | undefined;
  if (!body) return undefined;
  if (Number(request.headers['content-length'] ?? 0) > XML_BYTES) throw new Refusal(413);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > XML_BYTES) throw new Refusal(413);
    chunks.push(chunk);
  }
  if (bytes === 0) return undefined;
  return parseXml(textOf(Buffer.concat(chunks)));
}

/** XML is UTF-8, or UTF-16 if its first bytes say so. */
function textOf(bytes: Buffer): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400);
  }
}

export const sendXml = (reply: FastifyReply, status: number, text: string) =>
  reply.status(status).type('application/xml; charset=utf-8').send(text);

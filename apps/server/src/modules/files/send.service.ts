import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import type { App } from '#platform/app';
import { disposition } from '#platform/http/disposition';
import type { FileRow } from './files.queries.ts';
import { placeOf } from './files.service.ts';

/** Types that a browser may display. Others, above all documents that can contain script, are only downloaded. */
const SHOWN = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
]);

/** Results of `range-parser` for ranges outside the file, and for malformed ones. */
const BEYOND = -1;
const MALFORMED = -2;

/** The content policy: even displayed files run no script and load nothing. */
const POLICY = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";
/**
 * A browser caches a file for this long: enough for scrolling back and forth, and revoked access ends shortly after.
 */
const KEPT_S = 300;

function common(reply: FastifyReply, etag: string): FastifyReply {
  return reply
    .header('content-security-policy', POLICY)
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', `private, max-age=${KEPT_S}`)
    .header('etag', `"${etag}"`);
}

export function sendThumb(reply: FastifyReply, app: App, file: FileRow) {
  common(reply, `${file.token}s`).type('image/webp').header('content-length', file.thumb_size);
  return reply.send(app.storage.read(placeOf(file, true)));
}

/**
 * Frames and pictures of our pages are sent by this server, because the content security policy forbids other hosts.
 */
const EMBEDDED = new Set(['iframe', 'frame', 'embed', 'object']);

/**
 * The address at which a browser downloads a file from the storage itself; null if the server has to send it. Only
 * downloads go this way: displayed files need our headers, and a page's scripts may not send requests elsewhere.
 */
async function directAddress({ method, headers }: Asking, app: App, key: string, as: { type: string; name: string }) {
  const mode = headers['sec-fetch-mode'] ?? 'navigate';
  if (method !== 'GET' || mode !== 'navigate' || EMBEDDED.has(String(headers['sec-fetch-dest']))) return null;
  return app.storage.addressOf(key, { type: as.type, disposition: disposition(as.name) });
}
type Asking = Pick<FastifyRequest, 'headers' | 'method'>;

/** Caches may not store the redirect, because the signed address ends soon. */
const sendElsewhere = (reply: FastifyReply, address: string) =>
  reply.header('cache-control', 'private, no-store').redirect(address);

/** Sends a file that is only ever downloaded, such as an archive. */
export async function sendDownload(
  request: Asking,
  reply: FastifyReply,
  app: App,
  file: { key: string; name: string; type: string; size: number },
) {
  const address = await directAddress(request, app, file.key, file);
  if (address) return sendElsewhere(reply, address);
  return reply
    .type(file.type)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-store')
    .header('content-length', file.size)
    .header('content-disposition', disposition(file.name))
    .send(app.storage.read(file.key));
}

/** `isWished`: the file is displayed instead of downloaded, if a browser may display it. */
export async function sendWhole(request: Asking, reply: FastifyReply, app: App, file: FileRow, isWished: boolean) {
  const isShown = SHOWN.has(file.mime) && isWished;
  const type = isShown ? file.mime : 'application/octet-stream';
  common(reply, file.token)
    .type(type)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', disposition(file.name, isShown ? 'inline' : 'attachment'));
  if (request.headers['if-none-match'] === `"${file.token}"`) return reply.status(304).send();
  const address = isShown ? null : await directAddress(request, app, placeOf(file), { type, name: file.name });
  if (address) return sendElsewhere(reply, address);
  return sendBytes(request, reply, app, file);
}

/** Sends the content, or the part of it that is asked for; a `HEAD` gets the headers only. */
export function sendBytes(request: Asking, reply: FastifyReply, app: App, file: Pick<FileRow, 'token' | 'size'>) {
  const size = Number(file.size);
  const { range: asked, 'if-range': resumed } = request.headers;
  // The range is ignored if the file has a new version, so that a resumed download starts again.
  const range = resumed === undefined || resumed === `"${file.token}"` ? rangeOf(asked, size) : undefined;
  if (range === 'beyond') return reply.status(416).header('content-range', `bytes */${size}`).send();
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  // An empty stream is sent, because an answer without a body would get a length of 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(app.storage.read(placeOf(file), range));
}

/** Reads a single range, as players and resumed downloads request it. Several or invalid ranges get the whole file. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'beyond' | undefined {
  const ranges = header === undefined ? MALFORMED : parseRange(size, header);
  if (ranges === BEYOND) return 'beyond';
  const isOne = ranges !== MALFORMED && ranges.type === 'bytes' && ranges.length === 1;
  return isOne ? ranges[0] : undefined;
}

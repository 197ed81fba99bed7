import type { FastifyInstance } from 'fastify';
import { placeOf } from '#modules/files/files.service';
import type { App } from '#platform/app';
import { findStickerFile } from './stickers.queries.ts';

const POLICY = "default-src 'none'; sandbox";
const KEPT_S = 30 * 86_400;

/**
 * Serves stickers under unguessable addresses. They are part of message texts, where no key can be added, and are not
 * secret: anyone with the address may see the picture, and only uploaded stickers have one.
 */
export function registerStickers(server: FastifyInstance, app: App): void {
  server.get<{ Params: { token: string } }>('/sticker/:token', async (request, reply) => {
    const file = await findStickerFile(app.db, request.params.token);
    if (!file) return reply.status(404).type('text/plain').send('not found');
    reply
      .header('content-security-policy', POLICY)
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', `private, max-age=${KEPT_S}, immutable`)
      .header('etag', `"${file.token}"`);
    if (request.headers['if-none-match'] === `"${file.token}"`) return reply.status(304).send();
    return reply
      .type(file.mime)
      .header('content-length', Number(file.size))
      .send(app.storage.read(placeOf(file)));
  });
}

import type { FastifyInstance } from 'fastify';
import { placeOf } from '#modules/files/files.service';
import type { App } from '#platform/app';
import { findAvatar } from './avatars.queries.ts';

const POLICY = "default-src 'none'; sandbox";
const KEPT_S = 30 * 86_400;

/**
 * Serves avatars, as thumbnails or in full, under unguessable addresses. Avatars are in every list, in mails and in
 * notifications, where no key can be added (decision 0017).
 */
export function registerAvatars(server: FastifyInstance, app: App): void {
  server.get<{ Params: { token: string; thumb?: string } }>('/picture/:token/:thumb?', async (request, reply) => {
    const { token, thumb } = request.params;
    const file = ['thumb', undefined].includes(thumb) ? await findAvatar(app.db, token) : undefined;
    if (!file) return reply.status(404).type('text/plain').send('not found');
    const isThumb = thumb === 'thumb';
    const tag = `"${file.token}${isThumb ? '.thumb' : ''}"`;
    reply
      .header('content-security-policy', POLICY)
      // Mail programs in a browser show avatars on a page of another site.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', `private, max-age=${KEPT_S}, immutable`)
      .header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.status(304).send();
    return reply
      .type(isThumb ? 'image/webp' : file.mime)
      .header('content-length', Number(isThumb ? file.thumb_size : file.size))
      .send(app.storage.read(placeOf(file, isThumb)));
  });
}

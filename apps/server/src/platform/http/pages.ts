import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { avatarSvg } from '../names.ts';

/** No inline script, nothing from elsewhere. Styles may be inline: the widget library sets some on elements. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "media-src 'self' blob:",
  "connect-src 'self' ws: wss:",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "form-action 'self'",
].join('; ');

/** The web client: hashed files are kept for good, everything else that is not a file is the application. */
export async function registerPages(server: FastifyInstance, webDir: string | null): Promise<void> {
  server.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    // What people sent has a stricter one already.
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', CONTENT_POLICY);
  });
  server.get<{ Params: { name: string } }>('/avatar/:name', async (request, reply) => {
    const name = request.params.name.replace(/\.(svg|png)$/, '').slice(0, 100);
    reply.header('cache-control', 'public, max-age=86400');
    return reply.type('image/svg+xml').send(avatarSvg(name));
  });
  const index = webDir ? path.join(webDir, 'index.html') : null;
  if (!webDir || !index || !existsSync(index)) {
    server.setNotFoundHandler((_request, reply) => reply.status(404).send('not found'));
    return;
  }
  await server.register(fastifyStatic, {
    root: webDir,
    wildcard: true,
    preCompressed: true,
    setHeaders(response, file) {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.setNotFoundHandler((request, reply) => {
    // Whoever watches over the address asks for anything, or for the head alone; a file that is not there is no page.
    const isPage = !/\.\w{1,12}$/.test(request.url.split('?')[0] ?? '');
    const accept = request.headers.accept ?? '*/*';
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) && (accept.includes('text/html') || (isPage && accept.includes('*/*')));
    if (!wantsPage) return reply.status(404).send('not found');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

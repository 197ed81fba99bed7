import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { avatarSvg } from '../names.ts';

/** Serves the web client: hashed files are cached forever, and every path that is no file returns the application. */
export async function registerPages(server: FastifyInstance, webDir: string | null): Promise<void> {
  server.get<{ Params: { name: string } }>('/avatar/:name', async (request, reply) => {
    const name = request.params.name.replace(/\.(svg|png)$/, '').slice(0, 100);
    reply.header('cache-control', 'public, max-age=86400');
    return reply.type('image/svg+xml').send(avatarSvg(name));
  });
  server.get<{ Params: { name: string } }>('/file/icon/:name', async (request, reply) => {
    const ext = request.params.name
      .replace(/\.svg$/, '')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .slice(0, 4);
    reply.header('cache-control', 'public, max-age=86400');
    return reply.type('image/svg+xml').send(avatarSvg(ext || 'file'));
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
      // This worker may run WebAssembly, which pages may not, and loads nothing but its own parts.
      if (file.includes('blur-background-processor'))
        response.header('content-security-policy', "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.setNotFoundHandler((request, reply) => {
    // A missing file is not answered with the page. Monitors accept any type, or request only the head.
    const isPage = !/\.\w{1,12}$/.test(request.url.split('?')[0] ?? '');
    const accept = request.headers.accept ?? '*/*';
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) && (accept.includes('text/html') || (isPage && accept.includes('*/*')));
    if (!wantsPage) return reply.status(404).send('not found');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

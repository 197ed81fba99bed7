import type { FastifyInstance } from 'fastify';
import type { Sessions } from '#modules/auth/session.service';
import { encodeName } from '#modules/files/files.service';
import { fileCaller } from '#modules/files/keys.service';
import type { App } from '#platform/app';
import { findByToken } from './exports.queries.ts';
import { placeOf } from './run.service.ts';

interface Asked {
  Params: { token: string; name: string };
  Querystring: { key?: string };
}

/** Workbooks under their addresses: for whoever asked, and not for long. */
export function registerExports(server: FastifyInstance, app: App, sessions: Sessions): void {
  server.get<Asked>('/file/export/:token/:name', async (request, reply) => {
    const caller = await fileCaller(app, sessions, request);
    const row = caller ? await findByToken(app.db, request.params.token) : undefined;
    const isOpen = row && row.userid === caller?.userid && row.expired_at !== null && row.expired_at > new Date();
    if (!isOpen) return reply.status(404).type('text/plain').send('not found');
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeName(row.name)}`)
      .header('content-length', Number(row.size))
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .send(app.storage.read(placeOf(row)));
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileCaller, openTicket } from '#modules/files/keys.service';
import { sendDownload } from '#modules/files/send.service';
import type { App } from '#platform/app';
import { rawParams } from '#platform/http/params';
import type { Authenticator } from '#platform/module';
import { type ExportRow, findByToken, findExport } from './exports.queries.ts';
import { mayStillFetch } from './exports.service.ts';
import { placeOf } from './run.service.ts';

interface DownloadRoute {
  Params: { token: string; name: string };
  Querystring: { key?: string };
}

/** Serves workbooks to the people who requested them, or by a key for an hour. */
export function registerExports(server: FastifyInstance, app: App, sessions: Authenticator): void {
  server.get<DownloadRoute>('/file/export/:token/:name', async (request, reply) => {
    const caller = await fileCaller(app, sessions, request);
    const row = caller ? await findByToken(app.db, request.params.token) : undefined;
    if (!isThere(row) || row.userid !== caller?.userid || !(await mayStillFetch(app, row))) {
      return reply.status(404).type('text/plain').send('not found');
    }
    return sendExport(request, reply, app, row);
  });
  for (const place of ['project/task', 'system/checkin', 'approve']) {
    server.route({
      method: ['GET', 'POST'],
      url: `/api/${place}/down`,
      handler: async (request, reply) => {
        const { key } = await rawParams(request);
        const id = await openTicket(app, 'export', typeof key === 'string' ? key : '');
        const row = id ? await findExport(app.db, id) : undefined;
        if (!isThere(row) || !(await mayStillFetch(app, row))) {
          return reply.status(403).type('text/plain').send('forbidden');
        }
        return sendExport(request, reply, app, row);
      },
    });
  }
}

const isThere = (row: ExportRow | undefined): row is ExportRow =>
  row !== undefined && row.expired_at !== null && row.expired_at > new Date();

type Asking = Pick<FastifyRequest, 'headers' | 'method'>;
const sendExport = (request: Asking, reply: FastifyReply, app: App, row: ExportRow) =>
  sendDownload(request, reply, app, {
    key: placeOf(row),
    name: row.name,
    type:
      row.kind === 'person' ? 'application/zip' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    size: Number(row.size),
  });

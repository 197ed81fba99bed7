import type { FastifyInstance } from 'fastify';
import { fileCaller } from '#modules/files/keys.service';
import { sendWhole } from '#modules/files/send.service';
import type { App } from '#platform/app';
import { Failure } from '#platform/fail';
import { rawParams } from '#platform/http/params';
import type { Authenticator } from '#platform/module';
import { viewFor } from '#platform/work';
import { fileOfMessage } from '../sending/sendfile.service.ts';

/** `dialog/msg/download`: a message's file by the message's id, for programs whose user may read it. */
export function registerMessageFiles(server: FastifyInstance, app: App, sessions: Authenticator): void {
  server.route({
    method: ['GET', 'POST'],
    url: '/api/dialog/msg/download',
    handler: async (request, reply) => {
      const raw = await rawParams(request);
      const text = (name: string) => (typeof raw[name] === 'string' ? raw[name] : '');
      const token = request.headers['token'] ?? text('token');
      const caller = await fileCaller(app, sessions, { headers: { token }, query: { key: text('key') } });
      const id = Number(raw['msg_id']);
      const isNumber = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
      const file =
        caller && isNumber ? await fileOfMessage(viewFor(app, caller), id).catch(undefinedIfRefused) : undefined;
      if (!file) return reply.status(403).type('text/plain').send('forbidden');
      return sendWhole(request, reply, app, file, raw['down'] === 'preview');
    },
  });
}

function undefinedIfRefused(error: unknown): undefined {
  if (error instanceof Failure) return undefined;
  throw error;
}

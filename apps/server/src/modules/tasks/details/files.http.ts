import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileCaller } from '#modules/files/keys.service';
import { sendWhole } from '#modules/files/send.service';
import type { App } from '#platform/app';
import { Failure } from '#platform/fail';
import { rawParams } from '#platform/http/params';
import type { Authenticator } from '#platform/module';
import { viewFor } from '#platform/work';
import { taskFileFor } from './files.service.ts';

/** Files of tasks for programs, by id. A caller without access cannot tell whether the file exists. */
export function registerTaskFiles(server: FastifyInstance, app: App, sessions: Authenticator): void {
  const find = async (request: FastifyRequest, raw: Record<string, unknown>) => {
    const text = (name: string) => (typeof raw[name] === 'string' ? raw[name] : '');
    const token = request.headers['token'] ?? text('token');
    const caller = await fileCaller(app, sessions, { headers: { token }, query: { key: text('key') } });
    const id = Number(raw['file_id']);
    if (!caller || !Number.isInteger(id) || id < 1 || id > 2147483647) return undefined;
    return taskFileFor(viewFor(app, caller), id).catch((error: unknown) => {
      if (error instanceof Failure) return undefined;
      throw error;
    });
  };
  server.route({
    method: ['GET', 'POST'],
    url: '/api/project/task/filedown',
    handler: async (request, reply) => {
      const raw = await rawParams(request);
      const found = await find(request, raw);
      if (!found) return reply.status(403).type('text/plain').send('forbidden');
      return sendWhole(request, reply, app, found.row, raw['down'] === 'preview');
    },
  });
}

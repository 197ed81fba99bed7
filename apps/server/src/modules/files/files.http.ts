import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import type { Authenticator } from '#platform/module';
import { viewFor } from '#platform/work';
import { type FileRow, findShown } from './files.queries.ts';
import { fileCaller, openAddress, openFileKey } from './keys.service.ts';
import { openedBy } from './owners.service.ts';
import { sendThumb, sendWhole } from './send.service.ts';

interface FileRoute {
  Params: { token: string; name?: string };
  /** `look=no`: a preview, not opened by a person. */
  Querystring: { key?: string; down?: string; token?: string; look?: string };
}

/** Serves files under their addresses. Without the right to read a file the answer is 404. */
export function registerDownloads(server: FastifyInstance, app: App, sessions: Authenticator): void {
  const callerOf = async (request: FastifyRequest<FileRoute>) =>
    (await openAddress(app, request.params.token, request.query.key ?? '')) ?? fileCaller(app, sessions, request);
  const serve = async (request: FastifyRequest<FileRoute>, reply: FastifyReply, isThumb: boolean) => {
    const key = await openFileKey(app, request.query.key ?? '');
    const caller = key ? undefined : await callerOf(request);
    const file = caller || key ? await findShown(app.db, request.params.token) : undefined;
    const view = viewFor(app, caller);
    const opened = file && (await openedBy(view, file, key));
    if (!opened || (isThumb && file.thumb_size === 0)) {
      return reply.status(404).type('text/plain').send('not found');
    }
    if (isThumb) return sendThumb(reply, app, file);
    if (isLook(request, file)) await opened.note?.(view);
    return sendWhole(request, reply, app, { ...file, name: opened.name ?? file.name }, request.query.down !== 'yes');
  };
  server.get<FileRoute>('/file/thumb/:token', (request, reply) => serve(request, reply, true));
  server.get<FileRoute>('/file/:token/:name', (request, reply) => serve(request, reply, false));
}

/** True if a person opens the complete file. Audio plays in place, and videos are requested in ranges. */
const isLook = ({ headers, query }: FastifyRequest<FileRoute>, { mime }: FileRow) =>
  query.look !== 'no' && !headers.range && !headers['if-none-match'] && !mime.startsWith('audio/');

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '#modules/auth/session.service';
import { opensAny, seesAnyTask } from '#modules/dialogs/dialogs.access';
import { noteLook } from '#modules/recents/note.service';
import type { App } from '#platform/app';
import type { Caller, View } from '#platform/work';
import { type FileRow, findShown, type Shown } from './files.queries.ts';
import { encodeName, placeOf } from './files.service.ts';
import { fileCaller } from './keys.service.ts';

/** What a browser may show by itself. Everything else, documents that can carry script above all, is only saved. */
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

/** Even so it runs nothing and reaches nothing. */
const POLICY = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";
/** Long enough for a list that is scrolled up and down; access ends soon after it ends. */
const KEPT_S = 300;

interface Asked {
  Params: { token: string; name?: string };
  Querystring: { key?: string; down?: string; token?: string };
}

/** Files under their addresses. Whoever may not see one is told that it is not there. */
export function registerDownloads(server: FastifyInstance, app: App, sessions: Sessions): void {
  const serve = async (request: FastifyRequest<Asked>, reply: FastifyReply, isThumb: boolean) => {
    const caller = await fileCaller(app, sessions, request);
    const file = caller ? await findShown(app.db, request.params.token) : undefined;
    const view = { tx: app.db, app, now: new Date(), caller: caller as Caller };
    const isOpen = caller && file && ((await opensAny(view, file.dialogs)) || (await seesAnyTask(view, file.tasks)));
    if (!isOpen || (isThumb && file.thumb_size === 0)) {
      return reply.status(404).type('text/plain').send('not found');
    }
    if (isThumb) return sendThumb(reply, app, file);
    if (isLook(request, file)) await noteFile(view, file);
    return sendWhole(request, reply, app, file);
  };
  server.get<Asked>('/file/thumb/:token', (request, reply) => serve(request, reply, true));
  server.get<Asked>('/file/:token/:name', (request, reply) => serve(request, reply, false));
}

/** Whole files that somebody opens; sounds are listened to where they stand, and films are asked for in parts. */
const isLook = ({ headers }: FastifyRequest<Asked>, { mime }: FileRow) =>
  !headers.range && !headers['if-none-match'] && !mime.startsWith('audio/');

/** In a task that it is kept with, else in the conversation that is open to them. Not worth failing for. */
async function noteFile({ tx, caller, now, app }: View, { id, tasks, dialogs }: Shown): Promise<void> {
  const [task, dialog] = [tasks.at(-1), dialogs.at(-1)];
  const place = task
    ? ({ type: 'task_file', source_id: task } as const)
    : ({ type: 'message_file', source_id: dialog ?? 0 } as const);
  await noteLook(tx, { userid: caller.userid, target_id: id, ...place }, now).catch((error: unknown) =>
    app.log.warn({ err: error, file: id }, 'a look at a file was not kept'),
  );
}

function common(reply: FastifyReply, etag: string): FastifyReply {
  return reply
    .header('content-security-policy', POLICY)
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', `private, max-age=${KEPT_S}`)
    .header('etag', `"${etag}"`);
}

function sendThumb(reply: FastifyReply, app: App, file: FileRow) {
  common(reply, `${file.token}s`).type('image/webp').header('content-length', file.thumb_size);
  return reply.send(app.storage.read(placeOf(file, true)));
}

function sendWhole(request: FastifyRequest<Asked>, reply: FastifyReply, app: App, file: FileRow) {
  const isShown = SHOWN.has(file.mime) && request.query.down !== 'yes';
  const size = Number(file.size);
  common(reply, file.token)
    .type(isShown ? file.mime : 'application/octet-stream')
    .header('accept-ranges', 'bytes')
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(file.name)}`);
  if (request.headers['if-none-match'] === `"${file.token}"`) return reply.status(304).send();
  const range = rangeOf(request.headers.range, size);
  if (range === 'beyond') return reply.status(416).header('content-range', `bytes */${size}`).send();
  if (!range) return reply.header('content-length', size).send(app.storage.read(placeOf(file)));
  reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply.header('content-length', range.end - range.start + 1).send(app.storage.read(placeOf(file), range));
}

/** One range, as players and resumed downloads ask for it; several, or nonsense, get the whole. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'beyond' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (!from && !to) return undefined;
  const start = from ? Number(from) : Math.max(0, size - Number(to));
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return start >= size || end < start ? 'beyond' : { start, end };
}

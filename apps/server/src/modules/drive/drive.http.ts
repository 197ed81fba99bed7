import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileCaller, openTicket } from '#modules/files/keys.service';
import { sendDownload, sendWhole } from '#modules/files/send.service';
import type { App } from '#platform/app';
import { Failure, fail } from '#platform/fail';
import { disposition } from '#platform/http/disposition';
import type { Authenticator } from '#platform/module';
import { viewFor } from '#platform/work';
import { requireHistory, versionOf } from './content.service.ts';
import { driveByHandle } from './drive.access.ts';
import { findStoredFile } from './drive.queries.ts';
import { findPack, mayStillFetch, type PackRow, packPlace } from './pack/pack.service.ts';

const URL = '/api/file/content';
const DOWN = new Set(['yes', 'preview']);
const PACK = '/api/file/download/pack';
type Query = Record<string, string | undefined>;

/** `file/content` with `down`: sends the file itself instead of the call's answer. */
export function registerDriveContent(server: FastifyInstance, app: App, sessions: Authenticator): void {
  server.addHook('preHandler', async (request, reply) => {
    const query = request.query as Query;
    if (request.url.split('?')[0] === PACK && query['key']) return sendPack(request, reply, app, query['key']);
    if (request.url.split('?')[0] !== URL || !DOWN.has(query['down'] ?? '')) return undefined;
    try {
      return await send(request, reply, app, sessions, query);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return reply.status(403).type('text/plain').send('forbidden');
    }
  });
}

/** Serves archives to the people who requested them: by a key for an hour, or signed in. */
export function registerPacks(server: FastifyInstance, app: App, sessions: Authenticator): void {
  server.get<{ Params: { token: string }; Querystring: { key?: string } }>(
    '/file/pack/:token/:name',
    async (request, reply) => {
      const session = await fileCaller(app, sessions, request);
      const row = session && (await findPack(app, { token: request.params.token }));
      if (!row || row.userid !== session.userid || !(await mayStillFetch(app, row)))
        return reply.status(404).type('text/plain').send('not found');
      return answerPack(request, reply, app, row);
    },
  );
}

async function sendPack(request: FastifyRequest, reply: FastifyReply, app: App, key: string) {
  const id = await openTicket(app, 'pack', key);
  const row = id === undefined ? undefined : await findPack(app, { id });
  if (!row || !(await mayStillFetch(app, row))) return reply.status(403).type('text/plain').send('forbidden');
  return answerPack(request, reply, app, row);
}

const answerPack = (request: Pick<FastifyRequest, 'headers' | 'method'>, reply: FastifyReply, app: App, row: PackRow) =>
  sendDownload(request, reply, app, {
    key: packPlace(row),
    name: row.name,
    type: 'application/zip',
    size: Number(row.size),
  });

async function send(request: FastifyRequest, reply: FastifyReply, app: App, sessions: Authenticator, query: Query) {
  const { id = '', key = '', down = '', history_id } = query;
  // This endpoint runs without the call's parameter checks.
  if ([id, key].some((text) => text.includes('\0'))) throw fail('file.gone');
  if (history_id && !/^\d{1,9}$/.test(history_id)) throw fail('file.gone');
  const token = request.headers['token'] ?? query['token'];
  const session = await fileCaller(app, sessions, { headers: { token }, query: { key } });
  // A link needs no person, because its code is sufficient.
  const view = viewFor(app, session);
  const row = await driveByHandle(view, id);
  if (row.type === 'folder') throw fail('drive.file');
  if (history_id) await requireHistory(view, row.id);
  const version = await versionOf(view, row, history_id ? Number(history_id) : undefined);
  const stored = version?.stored_id ? await findStoredFile(app.db, version.stored_id) : undefined;
  const name = fullName({ name: row.name, ext: version?.ext ?? row.ext });
  if (!stored) {
    return reply.type('application/octet-stream').header('content-disposition', disposition(name)).send('');
  }
  return sendWhole(request, reply, app, { ...stored, name }, down === 'preview');
}

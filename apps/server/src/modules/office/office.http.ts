import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { OFFICE_S } from '@atrium/contract/files/office.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findLiveFile, versionOf } from '#modules/drive/content.service';
import { type DriveRow, driveFor } from '#modules/drive/drive.access';
import { lockDrive, putFile } from '#modules/drive/tree.service';
import { fileLimit, requireRoom, storeUnchanged } from '#modules/files/files.service';
import { openFileKey } from '#modules/files/keys.service';
import { sendBytes } from '#modules/files/send.service';
import type { App } from '#platform/app';
import { Failure } from '#platform/fail';
import { receiveBody } from '#platform/files/receiveBody';
import { languageOfRequest } from '#platform/http/callHandler';
import { discardUnreadBody } from '#platform/http/params';
import { neighbourhood } from '#platform/limiter';
import { type Caller, performWork, type View, viewFor } from '#platform/work';
import { addressOf } from './discovery.service.ts';
import { deleteLock, findLock, putLock } from './office.queries.ts';
import { actionFor } from './office.service.ts';

/** A lock ends after this time; an office server refreshes it more often (MS-WOPI). */
const LOCK_MS = 30 * 60_000;
const LOCK_CHARS = 1024;
/** Wrong keys per network and minute. */
const MISSES = 60;
const MINUTE_MS = 60_000;
/** Requests of one person for files, in ten seconds. */
const REQUESTS = 600;
const WINDOW_MS = 10_000;

type FileRequest = FastifyRequest<{ Params: { id: string }; Querystring: { access_token?: string } }>;

/** An answer of the protocol other than success. */
class Refusal extends Error {
  readonly status: number;
  readonly lock: string | undefined;
  constructor(status: number, lock?: string) {
    super(String(status));
    this.status = status;
    this.lock = lock;
  }
}

interface Ask {
  app: App;
  caller: Caller;
  view: View;
  id: number;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * The host's side of WOPI (MS-WOPI), by which Collabora, OnlyOffice and others edit office files of the file area. The
 * access token is a key of one file for one signed-in device; the right to the file is checked with each request.
 */
export function registerWopi(server: FastifyInstance, app: App): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Bodies are streamed, because files of gigabytes must not be in memory.
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    const asks = new WeakMap<FastifyRequest, Ask>();
    scope.setErrorHandler(async (error, request, reply) => {
      await discardUnreadBody(request.raw, reply.raw);
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (refusal.lock !== undefined) reply.header('x-wopi-lock', refusal.lock);
      return reply.status(refusal.status).send();
    });
    const route = (method: 'GET' | 'POST', url: string, run: (ask: Ask) => Promise<unknown>) =>
      scope.route({
        ...{ method, url, exposeHeadRoute: false, config: { takesFiles: true } },
        // The caller is checked before the body is read, so that strangers cannot fill the disk.
        onRequest: async (request, reply) => void asks.set(request, await askOf(app, request as FileRequest, reply)),
        handler: (request) => run(asks.get(request) as Ask),
      });
    route('GET', '/wopi/files/:id', fileInfo);
    route('POST', '/wopi/files/:id', changeLock);
    route('GET', '/wopi/files/:id/contents', sendContent);
    route('POST', '/wopi/files/:id/contents', takeContent);
  });
}

/** @throws Refusal 401 (the key), 404 (the file), 429 */
async function askOf(app: App, request: FileRequest, reply: FastifyReply): Promise<Ask> {
  const misses = `wopi:${neighbourhood(request.ip)}`;
  if (app.limiter.left(misses, MISSES, MINUTE_MS).left === 0) throw new Refusal(429);
  const key = await openFileKey(app, String(request.query.access_token ?? ''), 'office');
  const session = key?.holder.session;
  if (!session || String(key.fileId) !== request.params.id) {
    app.limiter.take(misses, MISSES, MINUTE_MS);
    throw new Refusal(401);
  }
  if (!app.limiter.take(`wopiCalls:${session.userid}`, REQUESTS, WINDOW_MS)) throw new Refusal(429);
  const { caller } = viewFor(app, { ...session, lang: languageOfRequest(request), ip: request.ip });
  return { app, caller, view: viewFor(app, caller), id: key.fileId, request, reply };
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Failure)) return undefined;
  if (error.code === 'file.gone') return new Refusal(404);
  if (['upload.large', 'quota.person', 'quota.workspace'].includes(error.code)) return new Refusal(413);
  return new Refusal(error.code === 'forbidden' ? 403 : 400);
}

const headerOf = ({ request }: Ask, name: string): string => String(request.headers[name] ?? '');
const newest = async (view: View, row: DriveRow) => (await versionOf(view, row, undefined))?.id ?? 0;

/** `CheckFileInfo`: the file, the person and their permissions. */
async function fileInfo({ app, caller, view, id }: Ask) {
  const row = await driveFor(view, id, 'read');
  const mayWrite = row.permission >= PERMISSION.write;
  return {
    BaseFileName: fullName(row),
    OwnerId: String(row.userid),
    Size: Number(row.size),
    UserId: String(caller.userid),
    UserFriendlyName: caller.nickname,
    Version: String(await newest(view, row)),
    LastModifiedTime: row.updated_at.toISOString(),
    UserCanWrite: mayWrite,
    ReadOnly: !mayWrite,
    SupportsUpdate: true,
    SupportsLocks: true,
    SupportsGetLock: true,
    SupportsExtendedLockLength: true,
    UserCanNotWriteRelative: true,
    PostMessageOrigin: new URL(app.publicUrl).origin,
  };
}

/** `GetFile` */
async function sendContent({ app, view, id, request, reply }: Ask) {
  const row = await driveFor(view, id, 'read');
  reply.header('x-wopi-itemversion', String(await newest(view, row))).type('application/octet-stream');
  if (row.stored_id === null || !row.token) return reply.header('content-length', 0).send('');
  return sendBytes(request, reply, app, { token: row.token, size: row.size });
}

/** `PutFile`: a new version, for the holder of the lock. */
async function takeContent(ask: Ask) {
  const { app, caller, view, id, reply } = ask;
  if (headerOf(ask, 'x-wopi-override') !== 'PUT') throw new Refusal(501);
  const before = await driveFor(view, id, 'write');
  await requireLock(view, before, headerOf(ask, 'x-wopi-lock'));
  const most = await fileLimit(app);
  const announced = Number(headerOf(ask, 'content-length') || 0);
  if (announced > most) throw new Refusal(413);
  await requireRoom(app, caller.userid, announced);
  const file = await receiveBody(app.uploadDir, ask.request.body as Readable | undefined, most);
  try {
    const received = { ...file, name: fullName(before) };
    const kept = file.size > 0 ? await storeUnchanged(app, caller.userid, received) : undefined;
    const version = await performWork(app, caller, async (work) => {
      await lockDrive(work);
      const row = await driveFor(work, id, 'write');
      await requireLock(work, row, headerOf(ask, 'x-wopi-lock'));
      await putFile(work, row.pid, row, fullName(row), { id: kept?.id ?? null, size: Number(kept?.size ?? 0) });
      const fresh = (await findLiveFile(work, id)) ?? row;
      return { id: await newest(work, fresh), at: fresh.updated_at };
    });
    return await reply
      .header('x-wopi-itemversion', String(version.id))
      .send({ LastModifiedTime: version.at.toISOString() });
  } finally {
    await rm(file.path, { force: true });
  }
}

/**
 * Content for a file without a lock is accepted only while the file is empty, so that a lost lock overwrites nothing.
 */
async function requireLock(view: View, row: DriveRow, given: string): Promise<void> {
  const lock = await findLock(view.tx, row.id, view.now);
  if (lock === '' ? Number(row.size) > 0 : lock !== given) throw new Refusal(409, lock);
}

/** `Lock`, `GetLock`, `RefreshLock`, `Unlock` and `UnlockAndRelock` */
async function changeLock(ask: Ask) {
  const { app, caller, id, reply } = ask;
  const [action, given, old] = ['override', 'lock', 'oldlock'].map((name) => headerOf(ask, `x-wopi-${name}`));
  if (!['LOCK', 'GET_LOCK', 'REFRESH_LOCK', 'UNLOCK'].includes(action ?? '')) throw new Refusal(501);
  const lock = await performWork(app, caller, async (work) => {
    await lockDrive(work);
    await driveFor(work, id, action === 'GET_LOCK' ? 'read' : 'write');
    const current = await findLock(work.tx, id, work.now);
    if (action === 'GET_LOCK') return current;
    if (!given || given.length > LOCK_CHARS) throw new Refusal(400);
    const expected = action === 'LOCK' ? old || (current === '' ? '' : given) : given;
    if (current !== expected) throw new Refusal(409, current);
    if (action === 'UNLOCK') await deleteLock(work.tx, id);
    else await putLock(work.tx, { file_id: id, lock: given, expires_at: new Date(work.now.getTime() + LOCK_MS) });
    return undefined;
  });
  if (lock !== undefined) reply.header('x-wopi-lock', lock);
  return reply.status(200).send();
}

/**
 * A page around the office server, which shows that server only: this workspace's own pages frame no others (decision
 * 45). It sends the key to the office server in a form, so that it is in no address.
 */
export function registerOfficePage(server: FastifyInstance, app: App): void {
  server.get<{ Params: { id: string }; Querystring: { key?: string } }>('/office/:id', async (request, reply) => {
    const misses = `wopi:${neighbourhood(request.ip)}`;
    const given = String(request.query.key ?? '');
    const key =
      app.limiter.left(misses, MISSES, MINUTE_MS).left > 0 ? await openFileKey(app, given, 'office') : undefined;
    const session = key?.holder.session;
    reply.header('content-security-policy', "default-src 'none'; sandbox").header('referrer-policy', 'no-referrer');
    if (!session || String(key.fileId) !== request.params.id) {
      app.limiter.take(misses, MISSES, MINUTE_MS);
      return reply.status(403).type('text/plain').send('forbidden');
    }
    try {
      const view = viewFor(app, { ...session, lang: languageOfRequest(request) });
      const row = await driveFor(view, key.fileId, 'read');
      const source = new URL(`/wopi/files/${row.id}`, app.publicUrl).href;
      const address = addressOf(await actionFor(app, row), source, view.caller.lang);
      const { origin } = new URL(address);
      return await reply
        .header(
          'content-security-policy',
          [
            "default-src 'none'",
            "style-src 'unsafe-inline'",
            "script-src 'self'",
            `frame-src ${origin}`,
            `form-action ${origin}`,
            "frame-ancestors 'self'",
            "base-uri 'none'",
          ].join('; '),
        )
        .type('text/html; charset=utf-8')
        .send(pageOf(fullName(row), address, given));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return reply.status(404).type('text/plain').send('not found');
    }
  });
  server.get('/office.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(SCRIPT),
  );
}

const SCRIPT = "document.getElementById('office-form').submit();\n";
const pageOf = (name: string, address: string, key: string) => {
  const attr = (text: string) => escapeText(text).replaceAll('"', '&quot;');
  const ends = Date.now() + OFFICE_S * 1000;
  return `<!doctype html><meta charset="utf-8"><title>${escapeText(name)}</title>
<style>html,body{margin:0;height:100%;overflow:hidden}iframe{display:block;border:0;width:100%;height:100%}form{display:none}</style>
<form id="office-form" method="post" target="office" action="${attr(address)}"><input name="access_token" value="${attr(key)}"><input name="access_token_ttl" value="${ends}"></form>
<iframe name="office" title="${attr(name)}" allow="clipboard-read; clipboard-write; fullscreen"></iframe>
<script src="/office.js"></script>
`;
};

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { Failure, fail } from '#platform/fail';
import { languageOfRequest } from '#platform/http/callHandler';
import { isOwnOrigin } from '#platform/http/origin';
import { discardUnreadBody } from '#platform/http/params';
import { neighbourhood } from '#platform/limiter';
import type { SignIns } from '#platform/module';
import { type Caller, recordAudit, viewFor } from '#platform/work';
import type { DavRequest } from './davRequest.ts';
import { lock, patchProperties, unlock } from './methods/lock.service.ts';
import { listProperties, readFile } from './methods/read.service.ts';
import { copy, move, remove } from './methods/tree.service.ts';
import { createFolder, putContent } from './methods/write.service.ts';
import { partsOf } from './protocol/address.ts';
import { Refusal } from './protocol/refusal.ts';
import { DAV, elementText } from './protocol/xml.ts';
import { davSettingsOf } from './settings.service.ts';

type Method = (ask: DavRequest) => Promise<unknown>;
const READING: Readonly<Record<string, Method>> = { GET: readFile, HEAD: readFile, PROPFIND: listProperties };
const WRITING: Readonly<Record<string, Method>> = {
  PUT: putContent,
  DELETE: remove,
  MKCOL: createFolder,
  COPY: copy,
  MOVE: move,
  LOCK: lock,
  UNLOCK: unlock,
  PROPPATCH: patchProperties,
};
const ALLOWED = ['OPTIONS', ...Object.keys(READING), ...Object.keys(WRITING)].join(', ');

const MINUTE_MS = 60_000;
/** Wrong passwords per user name and network, and per network. */
const MISSES = 10;
const MISSES_PER_NETWORK = 60;
/** Requests per person: opening a folder in a file manager takes one for each file in it. */
const REQUESTS = 3000;
const WINDOW_MS = 10_000;

/**
 * WebDAV, classes 1 and 2, at `/dav`: the file area as a network drive. The rights, limits and events are those of the
 * file area, whose services do the work.
 */
export function registerDav(server: FastifyInstance, app: App, signIns: SignIns): void {
  for (const method of ['PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK'])
    server.addHttpMethod(method, { hasBody: true });
  const callers = new WeakMap<FastifyRequest, Caller>();
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The methods read the bodies: a file of gigabytes must not be in memory.
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.setErrorHandler(async (error, request, reply) => {
      await discardUnreadBody(request.raw, reply.raw);
      return answerError(app, error, reply);
    });
    for (const url of ['/dav', '/dav/*']) {
      scope.route({
        method: ['OPTIONS', ...Object.keys(READING), ...Object.keys(WRITING)],
        url,
        exposeHeadRoute: false,
        config: { takesFiles: true },
        // The caller is checked before the body is read, so that strangers cannot fill the disk.
        onRequest: async (request, reply) => {
          reply.header('dav', '1, 2').header('ms-author-via', 'DAV');
          if ((await davSettingsOf(app)).open !== 'open') throw new Refusal(404);
          if (!isOwnOrigin(request, app)) throw new Refusal(403);
          if (request.method !== 'OPTIONS') callers.set(request, await callerOf(app, signIns, request));
        },
        handler: async (request, reply) => {
          const caller = callers.get(request);
          if (!caller) return reply.header('allow', ALLOWED).header('content-length', 0).status(200).send();
          const parts = partsOf(request.raw.url ?? '');
          const ask: DavRequest = { app, caller, view: viewFor(app, caller), request, reply, parts };
          const read = READING[request.method];
          const run = read ?? WRITING[request.method];
          if (!run) throw new Refusal(405);
          if (!read && !caller.accessToken?.scopes.includes('files:write')) throw new Refusal(403);
          return run(ask);
        },
      });
    }
  });
}

/**
 * Finds the person of a request: by an app password with its user name, or by an access token for files as the password
 * of any user name, or as a bearer token.
 *
 * @throws Refusal 401, 429
 */
async function callerOf(app: App, signIns: SignIns, request: FastifyRequest): Promise<Caller> {
  const given = givenIn(request.headers.authorization ?? '');
  if (!given) throw new Refusal(401);
  const network = neighbourhood(request.ip);
  const keys = [
    { key: `dav:${network}:${given.name}`, limit: MISSES },
    { key: `dav:${network}`, limit: MISSES_PER_NETWORK },
  ];
  // The limit counts for the right password too, so that guessing goes no faster.
  if (keys.some(({ key, limit }) => app.limiter.left(key, limit, MINUTE_MS).left === 0)) throw new Refusal(429);
  const identity = await signIns.identify(given.password);
  const access = identity?.session.accessToken;
  const isRight =
    access &&
    !access.isForTools &&
    (access.davId === null || access.davId === given.name) &&
    access.scopes.some((scope) => scope.startsWith('files:'));
  const caller: Caller = {
    ...viewFor(app, isRight ? identity?.session : {}).caller,
    lang: languageOfRequest(request),
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 500),
  };
  if (!isRight || identity?.heldBack) {
    for (const { key, limit } of keys) app.limiter.take(key, limit, MINUTE_MS);
    if (app.limiter.left(keys[0]?.key ?? '', MISSES, MINUTE_MS).left === 0) {
      const detail = { way: 'webdav', login: given.name.slice(0, 40) };
      await recordAudit(app, { ...caller, userid: 0 }, { action: 'signin.failed', by: 0, detail });
    }
    throw new Refusal(401);
  }
  if (!app.limiter.take(`davCalls:${caller.userid}`, REQUESTS, WINDOW_MS)) throw fail('rate.limited');
  signIns.noteCall(caller);
  return caller;
}

function givenIn(header: string): { name: string; password: string } | undefined {
  const bearer = /^Bearer (\S{1,200})$/i.exec(header)?.[1];
  if (bearer) return { name: 'bearer', password: bearer };
  const basic = /^Basic ([\w+/=-]{1,1000})$/i.exec(header)?.[1];
  const text = basic === undefined ? '' : Buffer.from(basic, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

const STATUS_OF: Readonly<Record<string, number>> = {
  'file.gone': 404,
  'drive.folder': 409,
  'drive.full': 507,
  'drive.copied': 507,
  'quota.person': 507,
  'quota.workspace': 507,
  'upload.large': 413,
  'rate.limited': 429,
};
const CONDITION_OF: Readonly<Record<string, string>> = {
  'quota.person': 'quota-not-exceeded',
  'quota.workspace': 'sufficient-disk-space',
};

function answerError(app: App, error: unknown, reply: FastifyReply) {
  const { status, condition } = refusalOf(error);
  if (status >= 500 && status !== 507 && status !== 502) app.log.error({ err: error }, 'a request over WebDAV failed');
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Atrium WebDAV", charset="UTF-8"');
  if (status === 405) reply.header('allow', ALLOWED);
  if (status === 429) reply.header('retry-after', String(MINUTE_MS / 1000));
  reply.status(status);
  if (!condition) return reply.removeHeader('content-type').send('');
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:">${elementText(DAV, condition, '')}</D:error>`;
  return reply.type('application/xml; charset=utf-8').send(body);
}

function refusalOf(error: unknown): { status: number; condition?: string | undefined } {
  if (error instanceof Refusal) return error;
  if (error instanceof Failure) {
    return { status: STATUS_OF[error.code] ?? 403, condition: CONDITION_OF[error.code] };
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  // The client has gone away in the middle of a file.
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') return { status: 400 };
  return { status: statusCode && statusCode < 500 ? statusCode : 500 };
}

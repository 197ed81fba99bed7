import { type Readable, Transform } from 'node:stream';
import { coerceInput } from '@atrium/contract/coerce.ts';
import { allErrors } from '@atrium/contract/contract.ts';
import { type Call, uploadsOf } from '@atrium/contract/kit.ts';
import { missingScopes } from '@atrium/contract/scopes.ts';
import { successMessageOf } from '@atrium/contract/successMessages.ts';
import { isLanguage, localeOf } from '@atrium/i18n/languages.ts';
import { type Language, languageOf, translate } from '@atrium/i18n/translate.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { databaseErrorCode } from '../db/databaseErrors.ts';
import { REFUSE_MS } from '../db/watch.ts';
import { type Failure, Failure as FailureClass, fail } from '../fail.ts';
import { inRequest, type Log } from '../log.ts';
import type { Identity, ProvidedFunctions, SignIns } from '../module.ts';
import { anonymousCaller, type Caller, isAdmin, performWork } from '../work.ts';
import { logFailure } from './failureLog.ts';
import { jsonBetween, jsonOf, parsedJson } from './jsonText.ts';
import {
  BODY_BYTES,
  discardUnreadBody,
  PUBLIC_BODY_BYTES,
  type ReceivedParams,
  rawFromForm,
  rawFromJson,
  rawParams,
  rawQuery,
  receive,
  refuseNul,
} from './params.ts';
import type { Route } from './route.ts';
import { validatorOf } from './validatorOf.ts';

export interface CallDeps {
  app: App;
  signIns: SignIns;
  provided: Pick<ProvidedFunctions, 'withAddresses' | 'uploadLimit' | 'requireRoom' | 'requestCipher'>;
}

interface Envelope {
  ret: number;
  msg: string;
  data: unknown;
}

/** Calls per person and window, so that a runaway script is refused before it slows down others. */
const CALLS_PER_WINDOW = 4000;
const WINDOW_MS = 10_000;
/** Calls per access token and window. */
const TOKEN_CALLS = 600;
const TOKEN_WINDOW_MS = 60_000;

const headerOf = (request: FastifyRequest, name: string) => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

export async function registerCalls(app: FastifyInstance, routes: readonly Route[], deps: CallDeps): Promise<void> {
  acceptEveryBody(app);

  const answer = async (request: FastifyRequest, reply: FastifyReply, route: Route) => {
    const started = process.hrtime.bigint();
    const envelope = await inRequest(request.id, () => tracedCall(request, reply, route, deps));
    deps.app.metrics.requests.observe(
      { call: route.call.path, ret: String(envelope.ret) },
      Number(process.hrtime.bigint() - started) / 1e9,
    );
    reply.header('content-type', 'application/json; charset=utf-8');
    if (envelope.ret !== 1) await discardUnreadBody(request.raw, reply.raw);
    const text = textOf(route.call, envelope);
    const encrypt = headerOf(request, 'encrypt');
    return encrypt ? await deps.provided.requestCipher.seal(encrypt, text) : text;
  };

  refuseStrangers(app, deps);
  for (const route of routes) {
    app.route({
      method: ['GET', 'POST'],
      // Without this, Fastify would carry out the call for HEAD too.
      exposeHeadRoute: false,
      url: `/api/${route.call.path}`,
      bodyLimit: bodyBytesOf(route.call),
      config: { call: route.call, takesFiles: uploadsOf(route.call).length > 0 },
      handler: (request, reply) => answer(request, reply, route),
    });
  }
  for (const url of ['/api', '/api/*']) {
    app.all(url, async (request, reply) => {
      reply.header('content-type', 'application/json; charset=utf-8');
      return JSON.stringify(refusal(fail('call.unknown'), languageOfRequest(request)));
    });
  }
  app.setErrorHandler(async (error, request, reply) => {
    await discardUnreadBody(request.raw, reply.raw);
    reply.status(200).header('content-type', 'application/json; charset=utf-8');
    return JSON.stringify(envelopeOf(error, request, languageOfRequest(request), deps.app.log));
  });
}

function textOf(call: Call, { ret, msg, data }: Envelope): string {
  if (ret !== 1) return JSON.stringify({ ret, msg, data });
  if (call.bare) return jsonOf(data);
  return jsonBetween(`{"ret":1,"msg":${JSON.stringify(msg)},"data":`, data, `${besides(call, data)}}`);
}

/** Requests without a valid token in the header or the address, whose bodies have the limit of public calls. */
const strangers = new WeakSet<FastifyRequest>();

/**
 * Signed-in callers may send bodies of 4 MB. Others are refused before such a body is read, so that they cannot fill
 * the memory. In bodies of this size no token is searched for.
 */
function refuseStrangers(app: FastifyInstance, deps: CallDeps): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { call } = request.routeOptions.config as { call?: Call };
    if (!call || call.access === 'public' || uploadsOf(call).length > 0) return payload;
    const length = Number(request.headers['content-length'] ?? 0);
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    if (length <= PUBLIC_BODY_BYTES && !isChunked) return payload;
    // A body that is too large for anyone is refused by the parser.
    if (length > bodyBytesOf(call)) return payload;
    const token = tokenOf(request, rawQuery(request));
    if (token && (await deps.signIns.identify(token))) return payload;
    if (length > PUBLIC_BODY_BYTES) throw fail(token ? 'auth.ended' : 'auth.required');
    strangers.add(request);
    return request.isMultipart() ? payload : upTo(PUBLIC_BODY_BYTES, payload);
  });
}

/** @throws body.large  in the stream */
function upTo(most: number, body: Readable): Readable {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(fail('body.large'));
      else done(null, chunk);
    },
  });
  body.once('error', (error) => limit.destroy(error));
  return body.pipe(limit);
}

/** Older clients also read `version` and `publish` next to the fields of the envelope. */
function besides(call: Call, data: unknown): string {
  if (call.path !== 'system/version') return '';
  const { version, publish } = parsedJson(data) as { version: string; publish: unknown };
  return `,${JSON.stringify({ version, publish }).slice(1, -1)}`;
}

/** Accepts bodies as JSON, form or multipart, also with GET, empty, or with a wrong or missing content type. */
function acceptEveryBody(app: FastifyInstance): void {
  // A malformed content type is treated like none.
  app.addHook('onRequest', async ({ raw }) => {
    if (!/^[\w.+-]+\/[\w.+-]+/.test(raw.headers['content-type'] ?? 'a/b')) raw.headers['content-type'] = 'text/plain';
  });
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  // Only these two parsers are removed, because the multipart plugin has added its own.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, rawFromForm(body));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  const lenient = (_request: FastifyRequest, body: string, done: (error: Error | null, body?: unknown) => void) => {
    try {
      done(
        null,
        body.trim().startsWith('{') || body.trim().startsWith('[') || body.trim() === ''
          ? rawFromJson(body)
          : guess(body),
      );
    } catch (error) {
      done(error as Error);
    }
  };
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, rawFromJson(body));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, lenient);
}

const guess = (body: string) => (/^[^\s=]{1,100}=/.test(body) ? rawFromForm(body) : {});

const tracedCall = (request: FastifyRequest, reply: FastifyReply, route: Route, deps: CallDeps): Promise<Envelope> => {
  const run = () => answerCall(request, reply, route, deps);
  const { tracing } = deps.app;
  if (!tracing) return run();
  const attributes = { 'http.request.method': request.method, 'http.route': route.call.path, 'request.id': request.id };
  return tracing.request(route.call.path, headerOf(request, 'traceparent'), attributes, run);
};

async function answerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  deps: CallDeps,
): Promise<Envelope> {
  let lang = languageOfRequest(request);
  let received: ReceivedParams | undefined;
  let heldBack: Caller['heldBack'];
  try {
    if (deps.app.database.silentMs >= REFUSE_MS) throw fail('database.away');
    const uploads = uploadsOf(route.call);
    // Checked before the file is received, so that refused callers cannot fill the disk. The token is in the header or the address.
    let raw =
      uploads.length > 0
        ? rawQuery(request)
        : await openedParams(request, strangers.has(request) ? PUBLIC_BODY_BYTES : bodyBytesOf(route.call), deps);
    // A call about a language has a parameter of that name, which says nothing about the caller's own language.
    const wishes = 'language' in route.call.input.properties ? {} : raw;
    lang = languageFor(request, wishes);
    const caller = await callerOf({ request, reply }, raw, lang, route.call, deps);
    heldBack = caller.heldBack;
    if (route.call.access !== 'public' && caller.userid === 0) {
      const isProgram = bearerOf(request) !== '';
      // Clients of OAuth request a new token when they get this header.
      if (isProgram) reply.status(401).header('www-authenticate', 'Bearer error="invalid_token"');
      throw fail(isProgram ? 'auth.token' : tokenOf(request, raw) ? 'auth.ended' : 'auth.required');
    }
    admit(deps.app, route.call, caller);
    if (uploads.length > 0) {
      if (uploads.some((each) => each.isBySetting)) {
        await deps.provided.requireRoom(deps.app, caller.userid, Number(request.headers['content-length'] ?? 0));
      }
      received = await receive(request, await limited(uploads, deps), deps.app.uploadDir);
      raw = received.raw;
    }
    // Guests of a meeting send their code in a header, like a token.
    const sharekey = headerOf(request, 'sharekey');
    if (sharekey && 'sharekey' in route.call.input.properties) raw = { sharekey, ...raw };
    const input = validInput(route.call, raw);
    const data = await carryOut(
      route,
      input,
      caller,
      deps.app,
      headerOf(request, 'mutation').slice(0, 64) || undefined,
    );
    // Our own clients send this header, because they add keys to addresses themselves.
    const isBare = headerOf(request, 'addresses') === 'bare';
    const shown = isBare
      ? data
      : await deps.provided.withAddresses({ tx: deps.app.db, app: deps.app, now: new Date(), caller }, data);
    const done = route.mode === 'read' ? '' : successMessageOf(route.call, input);
    // Clients show this message.
    return { ret: 1, msg: done && translate(lang, `done.${done}`), data: shown ?? {} };
  } catch (error) {
    if (error instanceof FailureClass && OF_TOKENS.has(error.code)) openToApps(request, reply);
    // The caller is signed in, so the error says what the account must do first.
    const reason = heldBack && error instanceof FailureClass && error.code === 'auth.required' ? fail(heldBack) : error;
    return envelopeOf(reason, request, lang, deps.app.log);
  } finally {
    await received?.drop();
  }
}

async function openedParams(request: FastifyRequest, mostBytes: number, { app, provided }: CallDeps) {
  const raw = await rawParams(request, mostBytes);
  const encrypt = headerOf(request, 'encrypt');
  return encrypt ? await provided.requestCipher.open(app, encrypt, raw, mostBytes) : raw;
}

type Uploads = ReturnType<typeof uploadsOf>;
async function limited(uploads: Uploads, deps: CallDeps): Promise<Uploads> {
  if (!uploads.some((each) => each.isBySetting)) return uploads;
  const limit = await deps.provided.uploadLimit(deps.app);
  return uploads.map((each) => (each.isBySetting ? { ...each, maxBytes: Math.min(each.maxBytes, limit) } : each));
}

/** Runs a checked call of an authenticated caller in the transaction that its kind of route needs. */
export async function carryOut(
  route: Route,
  input: unknown,
  caller: Caller,
  app: App,
  mutation?: string,
): Promise<unknown> {
  const now = new Date();
  switch (route.mode) {
    case 'read':
      return route.run({ tx: app.db, caller, now, app }, input as never);
    case 'direct':
      return route.run({ tx: app.db, app, caller, now, mutation }, input as never);
    case 'write': {
      const direct = { tx: app.db, app, caller, now, mutation };
      const ready = route.prepare ? await route.prepare(direct, input as never) : input;
      return performWork(
        app,
        caller,
        (work) => route.run(work, ready as never),
        mutation && caller.userid > 0 ? { id: mutation, path: route.call.path } : undefined,
      );
    }
  }
}

const tokenOf = (request: FastifyRequest, raw: Record<string, unknown>) =>
  headerOf(request, 'token') || bearerOf(request) || (typeof raw.token === 'string' ? raw.token : '');

export const bearerOf = (request: FastifyRequest) =>
  /^Bearer (\S{1,200})$/i.exec(headerOf(request, 'authorization'))?.[1] ?? '';

async function callerOf(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  raw: Record<string, unknown>,
  lang: Language,
  call: Call,
  deps: CallDeps,
): Promise<Caller> {
  const token = tokenOf(request, raw);
  const identity = token ? await deps.signIns.identify(token) : undefined;
  const heldBack = isAllowed(call, identity?.heldBack) ? null : identity?.heldBack;
  if (heldBack && call.access !== 'public') throw fail(heldBack);
  const access = identity?.session.accessToken;
  if (access?.app) openToApps(request, reply);
  // Calls that are refused below count as well.
  if (access) takeTokenCall(deps.app, access.id, reply);
  else if (identity?.session.isBot) takeTokenCall(deps.app, `bot:${identity.session.userid}`, reply);
  if (access && rawQuery(request)['token'] === token) throw fail('token.address');
  if (access?.isForTools || access?.davId) throw fail('token.never');
  if (access) requireScopes(call, access);
  // A call that needs no sign-in treats such an account like anyone.
  const found = heldBack ? undefined : identity?.session;
  const caller: Caller = {
    ...anonymousCaller,
    ...found,
    heldBack,
    lang,
    namedLang: languageNamed(request, 'language' in call.input.properties ? {} : raw),
    fd: headerOf(request, 'fd') || (typeof raw.fd === 'string' ? raw.fd : ''),
    ip: request.ip,
    userAgent: headerOf(request, 'user-agent').slice(0, 500),
    token,
  };
  if (found) deps.signIns.noteCall(caller);
  return caller;
}

/** @throws forbidden, rate.limited */
export function admit(app: App, call: Call, caller: Caller): void {
  if (call.access === 'admin' && !isAdmin(caller)) throw fail('forbidden');
  if (caller.userid > 0 && !app.limiter.take(`calls:${caller.userid}`, CALLS_PER_WINDOW, WINDOW_MS)) {
    throw fail('rate.limited');
  }
}

/** @throws token.never, token.scope */
export function requireScopes(call: Call, { app, scopes }: NonNullable<Caller['accessToken']>): void {
  const missing = missingScopes(call, scopes, app !== null);
  if (missing === null) throw fail('token.never');
  if (missing.length > 0) throw fail('token.scope', { missing: missing.join(', ') });
}

/** Counts a call of an access token or a bot, and sets the usual headers with the number left. @throws rate.limited */
export function takeTokenCall(app: App, id: number | string, reply?: FastifyReply): void {
  const key = `token:${id}`;
  const isAllowedNow = app.limiter.take(key, TOKEN_CALLS, TOKEN_WINDOW_MS);
  if (!reply) {
    if (!isAllowedNow) throw fail('rate.limited');
    return;
  }
  const { left, resetMs } = app.limiter.left(key, TOKEN_CALLS, TOKEN_WINDOW_MS);
  const seconds = String(Math.ceil(resetMs / 1000));
  reply.headers({
    'ratelimit-limit': String(TOKEN_CALLS),
    'ratelimit-remaining': String(isAllowedNow ? left : 0),
    'ratelimit-reset': seconds,
  });
  if (isAllowedNow) return;
  reply.status(429).header('retry-after', seconds);
  throw fail('rate.limited');
}

/** The errors about a token itself. */
const OF_TOKENS: ReadonlySet<string> = new Set(['auth.ended', 'auth.token', 'token.scope', 'token.never']);

/**
 * Lets the page that made the call read its answer: an app in a frame has another origin. Only answers to the token of
 * an app, so that no other site can read what this server tells a browser near it.
 */
function openToApps({ headers }: FastifyRequest, reply: FastifyReply): void {
  const { origin } = headers;
  if (origin) reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
}

const isAllowed = (call: Call, heldBack: Identity['heldBack'] | undefined) =>
  heldBack === 'factor.required' ? call.withoutFactor : call.withTemporaryPassword;

/** The language of a request whose parameters have not been read, or cannot be. */
export const languageOfRequest = (request: FastifyRequest): Language =>
  languageFor(request, { ...(request.query as object), ...(request.body as object | undefined) });

const wishOf = (request: FastifyRequest, raw: Record<string, unknown>) =>
  headerOf(request, 'language') || (typeof raw.language === 'string' ? raw.language : '');

const languageNamed = (request: FastifyRequest, raw: Record<string, unknown>): Language | undefined => {
  const wish = wishOf(request, raw);
  return isLanguage(wish) ? wish : undefined;
};

const languageFor = (request: FastifyRequest, raw: Record<string, unknown>): Language =>
  languageOf(wishOf(request, raw), headerOf(request, 'accept-language'));

const bodyBytesOf = (call: Call) => (call.access === 'public' ? PUBLIC_BODY_BYTES : BODY_BYTES);

export function validInput(call: Call, raw: Record<string, unknown>): unknown {
  const validator = validatorOf(call);
  const input = coerceInput(call.input, raw);
  refuseNul(input);
  if (validator.Check(input)) return input;
  const first = validator.Errors(input)[0];
  const params = (first?.params ?? {}) as { requiredProperties?: string[]; limit?: number };
  const name = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  if (first?.keyword === 'required') {
    const missing = params.requiredProperties?.[0] ?? '';
    throw fail('parameter.missing', { name: name ? `${name}.${missing}` : missing });
  }
  if (first?.keyword === 'maxLength') throw fail('parameter.long', { name, limit: params.limit });
  if (first?.keyword === 'minLength') throw fail('parameter.short', { name, limit: params.limit });
  throw fail('parameter', { name });
}

function envelopeOf(error: unknown, request: FastifyRequest, lang: Language, log: Log): Envelope {
  if (error instanceof FailureClass) return refusal(error, lang);
  const code = (error as { code?: string; statusCode?: number }).code;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE')
    return refusal(fail('body.large'), lang);
  const status = (error as { statusCode?: number }).statusCode;
  if (status !== undefined && status >= 400 && status < 500) return refusal(fail('body.malformed'), lang);
  const trouble = databaseErrorCode(error);
  if (trouble) {
    const why = (error as Error).message;
    logFailure(log, trouble, { why, request: request.id, path: request.url.split('?')[0] });
    return refusal(fail(trouble), lang);
  }
  log.error({ err: error, request: request.id, path: request.url.split('?')[0] }, 'a call failed unexpectedly');
  return refusal(fail('internal', { request: request.id }), lang);
}

export function refusal(failure: Failure, lang: Language): Envelope {
  const { ret } = allErrors[failure.code];
  const { code, ...data } = failure.data as { code?: string };
  const lists = new Intl.ListFormat(localeOf[lang], { type: 'conjunction' });
  const words = Object.entries(failure.words).map(([hole, keys]) => [
    hole,
    lists.format(keys.map((key) => translate(lang, key))),
  ]);
  return {
    ret,
    msg: translate(lang, `error.${failure.code}`, { ...failure.data, ...Object.fromEntries(words) }),
    data: { ...data, code: code ?? failure.code },
  };
}

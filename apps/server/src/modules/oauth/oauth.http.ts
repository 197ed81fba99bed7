import { excessOf } from '@atrium/contract/jsonShape.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { neighbourhood } from '#platform/limiter';
import { ownAddress, resourceMetadata, serverMetadata } from './addresses.service.ts';
import { clientOf, registerClient } from './clients.service.ts';
import { OauthError } from './oauthError.ts';
import { issueTokens, revokeToken } from './tokens.service.ts';

/** Bytes of a body, and parameters in it: more than any of these requests needs. */
const BODY_BYTES = 16 * 1024;
const MOST_PARAMS = 30;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Requests per network and minute. */
const REQUESTS = 300;
/** Refused requests per network and minute. */
const MISSES = 60;
/** Registrations per network and hour, and of everyone together. */
const REGISTRATIONS = 20;
const ALL_REGISTRATIONS = 500;

/**
 * The endpoints that applications call themselves, before anybody is signed in. They have parsers of their own, because
 * their bodies are not parameters of calls. No other site's page can read the answers: nothing allows other origins.
 */
export function registerOauth(server: FastifyInstance, app: App): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler(async (error, request, reply) => {
      const refusal = refusalOf(error);
      if (!refusal) app.log.error({ err: error }, 'a request of an application failed unexpectedly');
      if (refusal?.code === 'invalid_client' || refusal?.code === 'invalid_grant') noteMiss(app, request);
      return answerError(reply, refusal);
    });
    const documents: Record<string, (address: string) => object | Promise<object>> = {
      'oauth-authorization-server': (address) => serverMetadata(app, address),
      'oauth-protected-resource': (address) => resourceMetadata(address, '/api'),
      'oauth-protected-resource/mcp': (address) => resourceMetadata(address, '/mcp'),
    };
    for (const [name, write] of Object.entries(documents)) {
      scope.get(`/.well-known/${name}`, async (request, reply) => reply.send(await write(ownAddress(request, app))));
    }
    // Clients try several addresses, and the web client's page would look like an answer to them.
    scope.get('/.well-known/*', async (_request, reply) => reply.status(404).send({ error: 'not_found' }));

    const limits = { bodyLimit: BODY_BYTES, onRequest: async (request: FastifyRequest) => limit(app, request) };
    scope.post('/oauth/token', limits, async (request, reply) => {
      const params = paramsOf(request);
      const client = await clientOf(app, params, request.headers.authorization);
      return reply.header('pragma', 'no-cache').send(await issueTokens(app, client, params, fromOf(request)));
    });
    scope.post('/oauth/revoke', limits, async (request, reply) => {
      const params = paramsOf(request);
      await revokeToken(app, await clientOf(app, params, request.headers.authorization), params, fromOf(request));
      return reply.send({});
    });
    scope.post('/oauth/register', limits, async (request, reply) => {
      const metadata = jsonOf(request);
      const isFew =
        app.limiter.take(`applications:${neighbourhood(request.ip)}`, REGISTRATIONS, HOUR_MS) &&
        app.limiter.take('applications', ALL_REGISTRATIONS, HOUR_MS);
      if (!isFew) throw tooMany();
      return reply.status(201).send(await registerClient(app, metadata, request.ip));
    });
  });
}

const fromOf = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 500),
});

const tooMany = () => new OauthError('temporarily_unavailable', 'Too many requests. Try again later.', 429);

/** @throws OauthError */
function limit(app: App, { ip }: FastifyRequest): void {
  const network = neighbourhood(ip);
  const hasMisses = app.limiter.left(`oauthMisses:${network}`, MISSES, MINUTE_MS).left > 0;
  if (!hasMisses || !app.limiter.take(`oauth:${network}`, REQUESTS, MINUTE_MS)) throw tooMany();
}
const noteMiss = (app: App, { ip }: FastifyRequest) =>
  app.limiter.take(`oauthMisses:${neighbourhood(ip)}`, MISSES, MINUTE_MS);

/** Reads the parameters of a form, none of which may occur twice (RFC 6749, 3.2). @throws OauthError */
function paramsOf(request: FastifyRequest): ReadonlyMap<string, string> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
  if (!isForm) throw new OauthError('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  const pairs = [...new URLSearchParams(typeof request.body === 'string' ? request.body : '')];
  const params = new Map(pairs.filter(([, value]) => value !== ''));
  const isPlain = pairs.length <= MOST_PARAMS && new Set(pairs.map(([name]) => name)).size === pairs.length;
  if (!isPlain) throw new OauthError('invalid_request', 'A parameter comes twice, or there are too many.');
  return params;
}

/** @throws OauthError */
function jsonOf(request: FastifyRequest): Record<string, unknown> {
  const text = typeof request.body === 'string' ? request.body : '';
  try {
    const body: unknown = excessOf(text) ? null : JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // The error is answered below.
  }
  throw new OauthError('invalid_client_metadata', 'The body must be a JSON object.');
}

function refusalOf(error: unknown): OauthError | undefined {
  if (error instanceof OauthError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new OauthError('invalid_request', 'The body is too large.', 413);
  if (statusCode && statusCode < 500) return new OauthError('invalid_request', 'The request is malformed.', statusCode);
  return undefined;
}

function answerError(reply: FastifyReply, refusal: OauthError | undefined) {
  if (!refusal) return reply.status(500).send({ error: 'server_error', error_description: 'Unexpected error.' });
  if (refusal.status === 429) reply.header('retry-after', String(MINUTE_MS / 1000));
  if (refusal.status === 401) reply.header('www-authenticate', 'Basic realm="Atrium"');
  return reply.status(refusal.status).send({ error: refusal.code, error_description: refusal.message });
}

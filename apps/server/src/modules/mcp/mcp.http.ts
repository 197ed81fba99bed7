import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { excessOf } from '@atrium/contract/jsonShape.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMMON_SCOPES, ownAddress, resourceMetadataUrl } from '#modules/oauth/addresses.service';
import type { App } from '#platform/app';
import { isOwnOrigin } from '#platform/http/origin';
import { neighbourhood } from '#platform/limiter';
import type { ProgramCalls } from '#platform/module';
import type { Caller } from '#platform/work';

/** The limit has space for a message of 200,000 characters, the longest that a tool takes. */
const BODY_BYTES = 1024 * 1024;
const MINUTE_MS = 60_000;
/** Requests per network and minute. Those with a token have the limit of its calls as well. */
const REQUESTS = 1200;
/** Requests without a valid token, per network and minute. */
const MISSES = 120;

/**
 * The Model Context Protocol over Streamable HTTP. It has no state: every request is complete, so that any node can
 * answer it. Clients of 2025 and of 2026 are served alike.
 */
export function registerMcp(server: FastifyInstance, app: App, calls: ProgramCalls): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  // The library is loaded with the first request: most servers never get one, and all start sooner without it.
  let handler: ReturnType<typeof makeHandler> | undefined;
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler(async (error, _request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500) app.log.error({ err: error }, 'a request over MCP failed unexpectedly');
      return reply.status(statusCode).send({ error: statusCode < 500 ? 'invalid_request' : 'server_error' });
    });
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      bodyLimit: BODY_BYTES,
      // The caller is checked before the body is read, so that strangers cannot fill the memory.
      onRequest: async (request, reply) => {
        if (!isOwnOrigin(request, app)) return reply.status(403).send({ error: 'forbidden' });
        const caller = await admitted(app, calls, request, reply);
        if (caller) callers.set(request, caller);
        return undefined;
      },
      handler: async (request, reply) => {
        const text = typeof request.body === 'string' ? request.body : '';
        if (excessOf(text)) return reply.status(400).send({ error: 'invalid_request' });
        return answer(await handle(request), reply);
      },
    });
  });

  const handle = async (request: FastifyRequest) => {
    const caller = callers.get(request);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && name !== 'authorization') headers.set(name, value);
    }
    const init = {
      method: request.method,
      headers,
      ...(request.method === 'POST' && { body: String(request.body ?? '') }),
    };
    const scopes = [...(caller?.accessToken?.scopes ?? [])];
    handler ??= makeHandler(app, calls);
    return (await handler).fetch(new Request(`${app.publicUrl}/mcp`, init), {
      authInfo: { token: '', clientId: '', scopes, extra: { caller } },
    });
  };
}

/** Returns the caller. Without a valid token, the request is answered here, with the way to get one. */
async function admitted(app: App, calls: ProgramCalls, request: FastifyRequest, reply: FastifyReply) {
  const network = neighbourhood(request.ip);
  const isFew =
    app.limiter.left(`mcpMisses:${network}`, MISSES, MINUTE_MS).left > 0 &&
    app.limiter.take(`mcp:${network}`, REQUESTS, MINUTE_MS);
  if (!isFew) {
    await reply.status(429).header('retry-after', '60').send({ error: 'temporarily_unavailable' });
    return undefined;
  }
  const caller = await calls.callerOf(request);
  if (caller) return caller;
  app.limiter.take(`mcpMisses:${network}`, MISSES, MINUTE_MS);
  const isTried = request.headers.authorization !== undefined;
  const challenge = [
    ...(isTried ? ['error="invalid_token"'] : []),
    `resource_metadata="${resourceMetadataUrl(ownAddress(request, app))}"`,
    `scope="${COMMON_SCOPES.join(' ')}"`,
  ];
  await reply
    .status(401)
    .header('www-authenticate', `Bearer ${challenge.join(', ')}`)
    .send({ error: isTried ? 'invalid_token' : 'unauthorized' });
  return undefined;
}

function answer(response: Response, reply: FastifyReply): FastifyReply {
  reply.status(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : null);
}

async function makeHandler(app: App, calls: ProgramCalls) {
  const [{ createMcpHandler }, { makeServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./server.service.ts'),
  ]);
  return createMcpHandler(({ authInfo }) => makeServer(app, calls, authInfo?.extra?.['caller'] as Caller), {
    maxRequestBodySize: BODY_BYTES,
    // Streams that wait for changes are refused: each would be at one node only, and nothing is announced over them.
    maxSubscriptions: 0,
    onerror: (error) => app.log.debug({ err: error }, 'a request over MCP was refused'),
  });
}

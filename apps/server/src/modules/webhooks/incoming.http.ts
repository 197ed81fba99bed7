import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { tokenHash } from '#platform/crypto';
import { Failure } from '#platform/fail';
import { neighbourhood } from '#platform/limiter';
import { Refusal } from './formats/post.ts';
import { readIncoming } from './formats/read.ts';
import { isOfProject, makeTask } from './makeTask.service.ts';
import { postAs } from './post.service.ts';
import { findBySecret } from './webhooks.queries.ts';

/** The limit for a body: Slack's longest messages, and those of code hosts, which contain much that is not shown. */
const BODY_BYTES = 512 * 1024;
const WINDOW_MS = 10_000;
const POSTS_PER_HOOK = 100;
const REQUESTS_PER_NETWORK = 4000;
/** Secrets that do not exist, per network and minute. */
const MISSES_PER_NETWORK = 60;
const MINUTE_MS = 60_000;

type HookRequest = FastifyRequest<{ Params: { secret: string } }>;

/**
 * The address for programs without a sign-in: anyone who knows the secret can post. It has parsers of its own, because
 * bodies are not parameters of calls; the address may look like Slack's, whose first parts say nothing here, or like
 * Mattermost's.
 */
export function registerHooks(server: FastifyInstance, app: App): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler(async (error, _request, reply) => {
      const refusal = refusalOf(error);
      if (!refusal) app.log.error({ err: error }, 'an incoming webhook could not post');
      return answer(reply, refusal ?? new Refusal(500, 'internal_error'));
    });
    const paths = ['/hook/:secret', '/hook/:team/:app/:secret', '/hook/services/:team/:app/:secret', '/hooks/:secret'];
    for (const path of paths) {
      const isMattermost = path.startsWith('/hooks/');
      scope.route({
        method: ['GET', 'POST'],
        url: path,
        bodyLimit: BODY_BYTES,
        onRequest: async (request) => limitNetwork(app, request.ip),
        handler: async (request, reply) => {
          if (request.method === 'GET') return answer(reply, new Refusal(405, 'method_not_allowed'));
          await receive(app, request as HookRequest, isMattermost);
          return answer(reply, { status: 200, word: 'ok' });
        },
      });
    }
  });
}

const answer = (reply: FastifyReply, { status, word }: { status: number; word: string }) => {
  if (status === 429) reply.header('retry-after', String(WINDOW_MS / 1000));
  return reply.status(status).header('content-type', 'text/plain; charset=utf-8').send(word);
};

/** @throws Refusal */
function limitNetwork(app: App, ip: string): void {
  if (!app.limiter.take(`hooks:${neighbourhood(ip)}`, REQUESTS_PER_NETWORK, WINDOW_MS)) {
    throw new Refusal(429, 'rate_limited');
  }
}

async function receive(app: App, request: HookRequest, isMattermost: boolean): Promise<void> {
  const hash = tokenHash(request.params.secret);
  const hook = await findBySecret(app.db, hash);
  if (!hook) {
    const isFew = app.limiter.take(`hookMisses:${neighbourhood(request.ip)}`, MISSES_PER_NETWORK, MINUTE_MS);
    throw isFew ? new Refusal(404, 'no_service') : new Refusal(429, 'rate_limited');
  }
  if (!app.limiter.take(`hook:${hook.id}`, POSTS_PER_HOOK, WINDOW_MS)) throw new Refusal(429, 'rate_limited');
  const asked = readIncoming({
    header: (name) => String(request.headers[name] ?? '').slice(0, 300),
    body: typeof request.body === 'string' ? request.body : '',
    isMattermost,
  });
  if ('task' in asked) return makeTask(app, hook, asked.task);
  if ('mail' in asked && (await isOfProject(app, hook))) return makeTask(app, hook, asked.mail);
  await postAs(app, hook, asked.post);
}

/** Slack's word for the error; undefined for a bug. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof Failure) {
    switch (error.code) {
      case 'dialog.gone':
        return new Refusal(410, 'channel_is_archived');
      case 'webhook.gone':
        return new Refusal(404, 'no_service');
      case 'message.empty':
        return new Refusal(400, 'no_text');
      case 'message.long':
        return new Refusal(400, 'msg_too_long');
      case 'rate.limited':
        return new Refusal(429, 'rate_limited');
      default:
        return new Refusal(403, 'action_prohibited');
    }
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal(413, 'payload_too_large');
  if (statusCode && statusCode < 500) return new Refusal(400, 'invalid_payload');
  return undefined;
}

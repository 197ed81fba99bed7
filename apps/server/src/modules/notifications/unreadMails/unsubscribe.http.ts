import type { FastifyInstance } from 'fastify';
import type { App } from '#platform/app';
import { Failure } from '#platform/fail';
import { rawParams } from '#platform/http/params';
import { performWork, viewFor } from '#platform/work';
import { unsubscribe } from './unsubscribe.service.ts';

export const UNSUBSCRIBE_PATH = '/mail/unsubscribe';

/**
 * The address of the `List-Unsubscribe` header (RFC 8058): mail programs post to it. Those that cannot post open it in
 * a browser, which gets the page that asks.
 */
export function registerUnsubscribe(server: FastifyInstance, app: App): void {
  server.get<{ Querystring: { token?: string } }>(UNSUBSCRIBE_PATH, async ({ query }, reply) =>
    reply.redirect(`/single/unsubscribe?token=${encodeURIComponent(String(query.token ?? ''))}`, 303),
  );
  server.post(UNSUBSCRIBE_PATH, async (request, reply) => {
    const params = await rawParams(request);
    const token = String(params['token'] ?? '').slice(0, 200);
    const isOneClick = params['List-Unsubscribe'] === 'One-Click';
    try {
      await performWork(app, viewFor(app).caller, (work) =>
        unsubscribe(work, { token, ...(isOneClick && { 'List-Unsubscribe': 'One-Click' }) }),
      );
      return await reply.type('text/plain').send('ok');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return reply.status(400).type('text/plain').send(error.code);
    }
  });
}

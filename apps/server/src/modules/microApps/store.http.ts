import { languageOf, translate } from '@atrium/i18n/translate.ts';
import type { FastifyInstance } from 'fastify';
import type { App } from '#platform/app';
import type { SignIns } from '#platform/module';
import { viewFor } from '#platform/work';
import { listApps } from './apps.queries.ts';
import { installedFor } from './open.service.ts';

const CALLS_PER_WINDOW = 100;
const WINDOW_MS = 10_000;

/**
 * Serves the list of installed apps at the address, and with the headers and in the form, that earlier clients know.
 */
export function registerStore(server: FastifyInstance, app: App, sessions: Pick<SignIns, 'authenticate'>): void {
  server.get('/appstore/api/v1/internal/installed', async ({ headers }, reply) => {
    const token = typeof headers['token'] === 'string' ? headers['token'] : '';
    const lang = languageOf(String(headers['language'] ?? ''), headers['accept-language'] ?? '');
    const session = token ? await sessions.authenticate(token) : undefined;
    reply.type('application/json; charset=utf-8');
    if (!session) return { code: 401, message: translate(lang, 'error.auth.required'), data: null };
    if (!app.limiter.take(`store:${session.userid}`, CALLS_PER_WINDOW, WINDOW_MS)) {
      return { code: 429, message: translate(lang, 'error.rate.limited'), data: null };
    }
    const view = viewFor(app, { ...session, lang });
    return { code: 200, message: 'success', data: await installedFor(view, await listApps(app.db)) };
  });
}

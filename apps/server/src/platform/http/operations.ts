import { calls, PROTOCOL } from '@atrium/contract/contract.ts';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { openApi } from './openapi.ts';

/** What those who run the server ask for: is it alive, can it work, how much does it do, what can it be asked. */
export function registerOperations(server: FastifyInstance, app: App): void {
  server.get('/health/live', async () => ({ ok: true }));
  server.get('/health/ready', async (_request, reply) => {
    return app.database.isReady ? { ok: true } : reply.status(503).send({ ok: false });
  });
  server.get('/metrics', async (_request, reply) => {
    const { pool, metrics } = app;
    metrics.pool.set({ state: 'total' }, pool.totalCount);
    metrics.pool.set({ state: 'idle' }, pool.idleCount);
    metrics.pool.set({ state: 'waiting' }, pool.waitingCount);
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  const document = openApi(calls, app.version, PROTOCOL);
  server.get('/docs/openapi.json', async () => document);
  server.get('/docs/style.css', async (_request, reply) => reply.type('text/css').send(docsStyle));
  server.get('/docs', async (_request, reply) => {
    reply.type('text/html; charset=utf-8');
    return docsPage();
  });
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The calls as one plain page: no script, so that it needs no exception from the content policy. */
function docsPage(): string {
  const sections = Map.groupBy(calls, (call) => call.path.split('/')[0] ?? '');
  const rows = [...sections].map(([area, list]) => {
    const items = list.map((call) => {
      const fields = Object.keys(call.input.properties ?? {}).map((name) => `<code>${escape(name)}</code>`);
      return `<tr><td><code>api/${escape(call.path)}</code></td><td>${escape(call.access)}</td><td>${escape(call.summary)}<br><small>${fields.join(' ') || '–'}</small></td></tr>`;
    });
    return `<h2>${escape(area)}</h2><table>${items.join('')}</table>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Atrium API</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/docs/style.css"><h1>Atrium API</h1>
<p>Every call answers GET and POST with <code>{ret, msg, data}</code>. Machine-readable: <a href="/docs/openapi.json">openapi.json</a>.</p>${rows.join('')}</html>`;
}

const docsStyle = `body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}td{border-top:1px solid color-mix(in srgb,currentColor 12%,transparent);padding:.5rem;vertical-align:top}code{font-size:.9em}`;

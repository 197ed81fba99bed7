import { calls, PROTOCOL } from '@atrium/contract/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { App } from '../app.ts';
import { sameText } from '../crypto.ts';
import { followerLags } from '../events/eventLog.ts';
import { jobCounts } from '../jobs.ts';
import { docsScript, docsStyle } from './docs/assets.ts';
import { DOCS_PAGE, docsCalls } from './docs/page.ts';
import { openApi } from './openapi.ts';

export interface OperationsDeps {
  /** The token that opens `/metrics` from anywhere; without one, only this machine may read it. */
  metricsToken: string | null;
  /** True if the server is about to stop: the load balancer should send no more requests. */
  isLeaving(): boolean;
  /** The names of calls that change nothing. */
  reads: ReadonlySet<string>;
  /** True if the request has a sign-in, by header or by a key in its address. */
  isSignedIn(request: FastifyRequest): Promise<boolean>;
}

/** Endpoints for operators: liveness, readiness, metrics, API documentation. */
export function registerOperations(
  server: FastifyInstance,
  app: App,
  { metricsToken, isLeaving, reads, isSignedIn }: OperationsDeps,
): void {
  server.get('/health/live', async () => ({ ok: true }));
  server.get('/health/ready', async (_request, reply) => {
    return app.database.isReady && !isLeaving() ? { ok: true } : reply.status(503).send({ ok: false });
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) return reply.status(403).type('text/plain').send('forbidden');
    await readGauges(app);
    const { pool, metrics } = app;
    metrics.pool.set({ state: 'total' }, pool.totalCount);
    metrics.pool.set({ state: 'idle' }, pool.idleCount);
    metrics.pool.set({ state: 'waiting' }, pool.waitingCount);
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  const document = openApi(calls, app.version, PROTOCOL);
  server.get('/docs/openapi.json', async (request, reply) =>
    (await isSignedIn(request)) ? document : reply.status(403).type('text/plain').send('forbidden'),
  );
  server.get('/docs/style.css', async (_request, reply) => reply.type('text/css').send(docsStyle));
  server.get('/docs/try.js', async (_request, reply) => reply.type('text/javascript').send(docsScript));
  server.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(DOCS_PAGE));
  server.get<{ Querystring: { key?: string } }>('/docs/calls', async (request, reply) => {
    if (!(await isSignedIn(request))) return reply.status(403).type('text/plain').send('forbidden');
    return reply.type('text/html; charset=utf-8').send(docsCalls(calls, reads, request.query.key ?? ''));
  });
}

/** Reads the figures that are collected only on request. While the database is away, its figures stay as they were. */
async function readGauges(app: App): Promise<void> {
  const { metrics, cluster, database, replica } = app;
  metrics.database.set(Number(database.isReady));
  metrics.leader.set(Number(database.isLeader));
  metrics.nodes.set(1 + (cluster?.others.length ?? 0));
  // Gauges are set only if there is Redis or a standby: a gauge is 0 until it is set, which the alerts would take for
  // an outage.
  if (cluster) metrics.link.set(Number(cluster.isUp));
  else metrics.link.remove();
  if (replica) metrics.replica.set(Number(replica.isFresh));
  else metrics.replica.remove();
  const { rooms, people } = app.meet.size();
  metrics.rooms.set(rooms);
  metrics.participants.set(people);
  if (!database.isReady) return;
  const [lags, jobs] = await Promise.all([followerLags(app), jobCounts(app)]);
  // The gauge is reset, because a follower that is no longer needed would keep its last figure.
  metrics.followerLag.reset();
  for (const { name, seconds } of lags) metrics.followerLag.set({ follower: name }, seconds);
  metrics.jobs.set(jobs.waiting);
  metrics.failedJobs.set(jobs.failed);
}

/** A request forwarded by a proxy is not local, regardless of its `Origin` header. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
/**
 * A proxy that adds none of these headers passes on the host name that its client requested, so only local names count.
 */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

function mayReadMetrics({ ip, headers }: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token && given && sameText(given, token)) return true;
  if (ipaddr.process(ip).range() !== 'loopback') return false;
  return LOCAL_HOST.test(headers.host ?? '') && FORWARDED.every((name) => headers[name] === undefined);
}

import { tmpdir } from 'node:os';
import path from 'node:path';
import { calls } from '@atrium/contract/contract.ts';
import fastifyMultipart from '@fastify/multipart';
import fastifyWebsocket from '@fastify/websocket';
import Fastify, { type FastifyInstance } from 'fastify';
import type { RedisOptions } from 'ioredis';
import { modules } from '#modules/modules';
import type { App } from '#platform/app';
import type { Cluster } from '#platform/cluster/cluster';
import { joinCluster } from '#platform/cluster/join';
import { inMemory, redisShortLived, type ShortLived } from '#platform/cluster/shortLived';
import { openDatabase } from '#platform/db/pool';
import { openReplica } from '#platform/db/replica';
import { type DatabaseWatch, watchDatabase } from '#platform/db/watch';
import { Announcer } from '#platform/events/announcer';
import { localBus } from '#platform/events/bus';
import type { Topics } from '#platform/events/events';
import { OwnWrites } from '#platform/events/ownWrites';
import { diskStorage } from '#platform/files/diskStorage';
import { closeFolder } from '#platform/files/durableFile';
import { makePictures } from '#platform/files/pictures';
import type { Storage } from '#platform/files/storage';
import type { StorageAddress } from '#platform/files/storageAddress';
import { bearerOf, registerCalls } from '#platform/http/callHandler';
import { registerCompression } from '#platform/http/compress';
import { setSecurityHeaders } from '#platform/http/headers';
import { answerBadAddress, answerBadRequest, refuseNulAddress } from '#platform/http/malformedRequests';
import { registerOperations } from '#platform/http/operations';
import { BODY_BYTES, rawFromQuery } from '#platform/http/params';
import { makeProgramCalls } from '#platform/http/programCalls';
import type { Route } from '#platform/http/route';
import { BODY_SPEED, endSlowBodies, type MinimumSpeed } from '#platform/http/slowBodies';
import { registerPages } from '#platform/http/webClient';
import { readLanguagesFromDisk } from '#platform/languages';
import { type Limiter, makeLimiter } from '#platform/limiter';
import type { Log } from '#platform/log';
import type { MeetNetwork } from '#platform/meet/engine';
import { makeMeetEngine } from '#platform/meet/meetEngine';
import { makeMetrics } from '#platform/metrics';
import { providedBy, type SignIns } from '#platform/module';
import { makeAssistant } from '#platform/outside/assistant';
import { type Interpreter, noInterpreter } from '#platform/outside/interpreter';
import { makeMailer } from '#platform/outside/mail';
import { type Download, makeOutbound, type Outbound } from '#platform/outside/outbound';
import { MAX_FRAME_BYTES, STALL_MS } from '#platform/realtime/connection';
import { Hub } from '#platform/realtime/hub';
import { makeSecrets } from '#platform/secrets';
import { SteadyClock } from '#platform/time/clock';
import { openTracing, type TracingOptions } from '#platform/tracing';

export interface AppOptions {
  databaseUrl: string;
  /** A standby of the same database, for reads that may be a second old. */
  databaseReadUrl?: string | null;
  /** Encrypt stored secrets: the current key first, then earlier ones. */
  secretKeys: readonly string[];
  /** Delete stored secrets that none of the keys opens. */
  forgetSecrets?: boolean;
  publicUrl: string;
  /** True if `publicUrl` is a guess. Every address of this machine then counts as ours. */
  acceptsAnyOwnAddress?: boolean;
  /** Bearer token for `/metrics`; without one only this machine may read it. */
  metricsToken?: string | null;
  /** Addresses or networks of trusted proxies, in addition to this machine. */
  proxies?: readonly string[];
  version: string;
  /** The destination for traces of requests; without it none are recorded. */
  tracing?: TracingOptions | null;
  log: Log;
  smtpUrl?: string | null;
  /** Folder of the built web client; absent in tests. */
  webDir?: string | null;
  /** Folder for uploads; a temporary one by default. */
  uploadDir?: string;
  /** Stored files; in a temporary folder by default. Closed with the server. */
  storage?: Storage;
  /** The storage for backups; a temporary folder by default. */
  backup?: StorageAddress;
  outbound?: Outbound;
  download?: Download;
  interpreter?: Interpreter;
  /** Private hosts that may be fetched, as `host:port`; none by default. */
  localHosts?: readonly string[];
  /** Port and addresses of meetings; a free port of this machine by default. */
  meet?: MeetNetwork;
  /** Counts attempts; in this process by default. */
  limiter?: Limiter;
  poolSize?: number;
  /** A connection whose reader makes no progress for this long is dropped. */
  socketStallMs?: number;
  /** The minimum speed at which bodies of requests must arrive. */
  minimumSpeed?: MinimumSpeed;
  /** The time that requests may take to finish when the server stops, in milliseconds. */
  drainMs?: number;
  clock?: SteadyClock;
  /** The Redis in which the servers of this workspace find each other; null for a single server. */
  cluster?: { redis: RedisOptions; nodeUrl: string } | null;
  /** An existing watch that holds this server's lock on the database. Closed with the server. */
  watch?: DatabaseWatch;
}

export interface RunningApp {
  app: App;
  server: FastifyInstance;
  sessions: SignIns;
  /** Makes it answer that it is not ready, while it still serves calls. */
  leave(): void;
  /** Accepts no more connections and closes the live ones; running requests continue. */
  stopAccepting(): void;
  /** Lets requests finish, closes sockets, then the database. */
  close(): Promise<void>;
}

export const provided = providedBy(modules);
export const allRoutes: readonly Route[] = modules.flatMap(({ routes }) => routes ?? []);

/** Stops the start if a call has no handler or a handler has no call. */
function checkRoutes(): void {
  const bound = new Set(allRoutes.map((route) => route.call.path));
  const missing = calls.filter((call) => !bound.has(call.path)).map((call) => call.path);
  if (missing.length > 0 || bound.size !== calls.length) {
    throw new Error(`calls and handlers do not match: ${missing.join(', ') || 'a handler without a call'}`);
  }
}

async function meetNodes(
  { cluster: place, log, version }: AppOptions,
  db: App['db'],
): Promise<{ cluster: Cluster | null; shortLived: ShortLived }> {
  if (!place) return { cluster: null, shortLived: inMemory() };
  const { cluster, link } = await joinCluster(db, { ...place, version, log });
  return { cluster, shortLived: redisShortLived(link) };
}

const shareAttempts = (cluster: Cluster) => (key: string, count: number, windowMs: number) =>
  cluster.tell('attempts', { key, count, windowMs });

/** Opens the resources and builds the server. The caller makes it listen. */
export async function buildApp(options: AppOptions): Promise<RunningApp> {
  checkRoutes();
  readLanguagesFromDisk();
  const tracing = options.tracing ? await openTracing(options.tracing, options.version) : null;
  const trace = tracing?.statement.bind(tracing);
  const database = openDatabase(options.databaseUrl, options.poolSize, trace);
  const { db, pool } = database;
  const watch = options.watch ?? (await watchDatabase({ connectionString: options.databaseUrl, log: options.log }));
  watch.onAway((isAway) => database.setAway(isAway));
  const replica = options.databaseReadUrl
    ? openReplica(db, options.databaseReadUrl, options.log, options.poolSize)
    : undefined;
  const metrics = makeMetrics();
  const bus = localBus<Topics>();
  const { cluster, shortLived } = await meetNodes(options, db);
  const hub = new Hub(bus, options.log, metrics, cluster ?? undefined);
  const meet = await makeMeetEngine(options.meet ?? { port: 0, hosts: [] }, options.log, ({ packets, lost }) => {
    metrics.meetingPackets.inc(packets);
    metrics.meetingLost.inc(lost);
  });
  const localHosts = options.localHosts ?? [];
  const outbound = makeOutbound(undefined, localHosts);
  const app: App = {
    db,
    replica: replica ?? null,
    get readDb() {
      return replica?.isFresh ? replica.db : db;
    },
    pool,
    database: watch,
    bus,
    cluster,
    shortLived,
    announcer: new Announcer(db, bus, options.log, cluster ?? undefined),
    ownWrites: new OwnWrites(),
    clock: options.clock ?? new SteadyClock(),
    hub,
    socketStallMs: options.socketStallMs ?? STALL_MS,
    metrics,
    tracing,
    mailer: makeMailer({ setup: () => provided.mailSetup(app), connect: outbound.connect, log: options.log }),
    smtpUrl: options.smtpUrl ?? null,
    outbound: options.outbound ?? outbound.ask,
    download: options.download ?? outbound.download,
    openStream: outbound.open,
    connect: outbound.connect,
    interpreter: options.interpreter ?? noInterpreter,
    assistant: makeAssistant(outbound.open),
    meet,
    turn: options.meet?.turn ?? null,
    localHosts,
    limiter: options.limiter ?? makeLimiter(Date.now, cluster ? shareAttempts(cluster) : undefined),
    secrets: makeSecrets(options.secretKeys, options.forgetSecrets),
    log: options.log,
    publicUrl: options.publicUrl,
    acceptsAnyOwnAddress: options.acceptsAnyOwnAddress ?? false,
    version: options.version,
    webDir: options.webDir ?? null,
    uploadDir: options.uploadDir ?? path.join(tmpdir(), `atrium-uploads-${process.pid}`),
    storage: options.storage ?? diskStorage(path.join(tmpdir(), `atrium-files-${process.pid}`)),
    backup: options.backup ?? { folder: path.join(tmpdir(), `atrium-backups-${process.pid}`) },
    databaseUrl: options.databaseUrl,
    contributions: modules.flatMap(({ contributions }) => contributions ?? []),
    pictures: makePictures(options.log),
  };
  await closeFolder(app.uploadDir);
  watch.onPromoted(() => {
    database.cut();
    for (const { promoted } of modules)
      promoted?.(app).catch((error: unknown) =>
        app.log.error({ err: error }, 'this node could not be brought up to date after a failover'),
      );
  });
  cluster?.leadsIf(() => watch.isLeader);
  cluster?.on('event', (event) => {
    if (event.by) app.ownWrites.note(event.by, event.id);
    app.announcer.receive(event);
  });
  cluster?.on('attempts', ({ key, count, windowMs }) => app.limiter.add(key, count, windowMs));
  for (const { members } of modules) if (members) hub.loadMembersWith(members.of, members.load(app));
  for (const { warmUp } of modules) await warmUp?.(app);
  const sessions = provided.signIns(app);
  const server = Fastify({
    // Requests are logged where they fail; counted in /metrics where they do not.
    logger: false,
    trustProxy: ['loopback', ...(options.proxies ?? [])],
    forceCloseConnections: 'idle',
    bodyLimit: BODY_BYTES,
    routerOptions: { querystringParser: rawFromQuery, ignoreTrailingSlash: true, maxParamLength: MAX_PARAM },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBadRequest,
    // A proxy's own id, so that its log and ours can be read together.
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']) ?? crypto.randomUUID().slice(0, 8),
  });
  registerCompression(server);
  refuseNulAddress(server);
  endSlowBodies(server, options.minimumSpeed ?? BODY_SPEED);
  await server.register(fastifyMultipart);
  await server.register(fastifyWebsocket, { options: { maxPayload: MAX_FRAME_BYTES } });
  const closeSockets = modules.flatMap(({ sockets }) => sockets?.(server, app, sessions) ?? []);
  for (const { beforeCalls } of modules) beforeCalls?.(server, app, sessions);
  await registerCalls(server, allRoutes, { app, signIns: sessions, provided });
  const programCalls = makeProgramCalls(app, allRoutes, sessions);
  for (const { http } of modules) http?.(server, app, sessions, programCalls);
  registerOperations(server, app, {
    metricsToken: options.metricsToken ?? null,
    isLeaving: () => isLeaving,
    reads: new Set(allRoutes.filter(({ mode }) => mode === 'read').map(({ call }) => call.path)),
    isSignedIn: async (request) =>
      Boolean((await sessions.identify(bearerOf(request))) ?? (await provided.callerOf(app, sessions, request))),
  });
  setSecurityHeaders(server, options.publicUrl, meet.server);
  await registerPages(server, options.webDir ?? null);
  let isLeaving = false;
  let closing: { http: Promise<unknown>; sockets: Promise<void> } | undefined;
  const stopAccepting = () => {
    if (closing) return closing;
    for (const closeSocket of closeSockets) closeSocket();
    const sockets = hub.close();
    // Requests that do not finish are not waited for.
    const overdue = setTimeout(() => server.server.closeAllConnections(), options.drainMs ?? DRAIN_MS);
    closing = { sockets, http: server.close().finally(() => clearTimeout(overdue)) };
    return closing;
  };
  return {
    app,
    server,
    sessions,
    leave() {
      isLeaving = true;
    },
    stopAccepting,
    async close() {
      const { http, sockets } = stopAccepting();
      await Promise.all([http, sockets, ...modules.map(({ stop }) => stop?.(app))]);
      await Promise.all([app.announcer.stop(), sessions.settled(), cluster?.close()]);
      outbound.close();
      app.pictures.close();
      app.storage.close();
      app.meet.close();
      await Promise.all([database.close(), replica?.close(), watch.close(), tracing?.close()]);
    },
  };
}

const requestIdOf = (text: string | string[] | undefined) =>
  typeof text === 'string' && /^[\w.-]{8,64}$/.test(text) ? text : undefined;

const DRAIN_MS = 5000;
/** File names are part of the address, percent-encoded. */
const MAX_PARAM = 4096;

import { languageOf } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { firstReadable } from '#modules/drive/drive.access';
import { frameCipher } from '#modules/transport/transport.service';
import type { App } from '#platform/app';
import { randomCode } from '#platform/crypto';
import type { LogPlace } from '#platform/events/announcer';
import { isOwnOrigin } from '#platform/http/origin';
import type { Authenticator, Session } from '#platform/module';
import { Connection } from '#platform/realtime/connection';
import { type View, viewFor } from '#platform/work';
import { catchUp } from './catchUp.service.ts';
import { currentEpoch, cursorText, makeCursor } from './cursor.ts';
import { enterEpoch, isInEpoch } from './failover.service.ts';

/**
 * The live connection.
 *
 * 1. Connect `/ws?action=web&token&language`, with `cursor` to resume and `seen`, the highest event id known. An
 *   invalid token gets an `error` frame and the close.
 * 2. First frame `open {fd, ud}`. With a cursor: the missed events in pages, each followed by a `cursor` frame, then
 *   `resume`; or `reset` if the gap is too old. An event may arrive twice; a client drops repeated ones by `id`.
 * 3. Any frame with a `msgId` is answered by a `receipt`, `handshake` included; `path` reports the current page; `encrypt`
 *   gives a public key, after which events of conversations arrive as `{type: encrypt, encrypted}`.
 * 4. Every few seconds a `cursor` frame tells where to resume. It is the one before the last, because an announced
 *   event may still wait for the look-up of its receivers.
 * 5. A reader that is too slow for live events gets a `behind` frame and continues as in 2, from its last cursor.
 */
const CURSOR_MS = 5000;
/** Frames per client and window. */
const FRAMES_PER_WINDOW = 60;
const FRAME_WINDOW_MS = 10_000;
/** The key of a client is used for this long. */
const KEY_MS = 86_400_000;

export function registerSocket(server: FastifyInstance, app: App, sessions: Authenticator): () => void {
  server.get('/ws', { websocket: true }, (socket, request) => {
    socket.on('error', () => socket.terminate());
    connect(socket, request, app, sessions).catch((error: unknown) => {
      app.log.error({ err: error }, 'could not open a live connection');
      socket.close(1011);
    });
  });
  return announceCursors(app);
}

async function connect(socket: WebSocket, request: FastifyRequest, app: App, sessions: Authenticator): Promise<void> {
  const query = request.query as Record<string, string | undefined>;
  const lang = languageOf(query.language ?? '');
  const refuse = (error: string) => {
    socket.send(JSON.stringify({ type: 'error', data: { error } }));
    socket.close(4001, 'refused');
  };
  if (!isOwnOrigin(request, app)) return refuse(translate(lang, 'error.forbidden'));
  const early: Buffer[] = [];
  const keep = (data: Buffer) => early.length < 20 && early.push(data);
  socket.on('message', keep);
  const token = query.token ?? '';
  const session = await sessions.authenticate(token);
  if (!session) return refuse(translate(lang, 'error.auth.ended'));
  if (socket.readyState !== socket.OPEN) return;
  const signedIn = { ...session, lang };
  const connection = new Connection(socket, request.socket, randomCode(12), signedIn, app.metrics, app.socketStallMs);
  if (query.cursor) connection.fallBehind();
  else connection.cursor = await sharedCursor(app);
  connection.onBehind = () => {
    goOnFromLog(app, sessions, connection, token).catch((error: unknown) => {
      app.log.warn({ err: error }, 'could not resume a slow connection from the event log');
      socket.terminate();
    });
  };
  if (socket.readyState !== socket.OPEN) return;
  app.hub.add(connection);
  socket.on('close', () => {
    app.hub.remove(connection);
    // Tells viewers of the same file that this one has left.
    void reportPath(app, connection, session, '');
  });
  connection.send(JSON.stringify({ type: 'open', data: { fd: connection.fd, ud: connection.userid } }));
  // A catch-up may take minutes: the client's frames are answered meanwhile.
  const receive = (data: Buffer) => receiveFrame(app, connection, session, socket, data);
  socket.off('message', keep);
  socket.on('message', receive);
  for (const data of early) receive(data);
  if (query.cursor) await catchUp(app, connection, viewOf(app, connection, session), query.cursor, seenOf(query.seen));
}

const cursors = new WeakMap<App, Promise<string>>();
/**
 * Looks up the place in the log once for all clients that connect meanwhile. It may be too early, but never too late.
 */
function sharedCursor(app: App): Promise<string> {
  const running = cursors.get(app) ?? makeCursor(app.db).finally(() => cursors.delete(app));
  cursors.set(app, running);
  return running;
}

const viewOf = (app: App, connection: Connection, session: Session): View =>
  viewFor(app, { ...session, fd: connection.fd });

/**
 * Continues a slow connection from the log. Its earlier frames must be read first, and a reader that has stopped is
 * dropped. The session is looked up again, because the account may have changed since the connection was opened.
 */
async function goOnFromLog(app: App, sessions: Authenticator, connection: Connection, token: string): Promise<void> {
  connection.writeTogether([JSON.stringify({ type: 'behind', data: {} })]);
  await connection.progress();
  const session = await sessions.authenticate(token);
  if (!session) return connection.end(translate(connection.lang, 'error.auth.ended'));
  await catchUp(app, connection, viewOf(app, connection, session), connection.cursor, 0);
}

/** The highest event id that a client reports; 0 if none. */
const seenOf = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);

function receiveFrame(app: App, connection: Connection, session: Session, socket: WebSocket, bytes: Buffer): void {
  if (!app.limiter.take(`frames:${connection.fd}`, FRAMES_PER_WINDOW, FRAME_WINDOW_MS, 'node')) {
    socket.close(1008, 'too many frames');
    return;
  }
  const frame = parseFrame(bytes);
  if (!frame) return;
  if (frame.type === 'path') {
    reportPath(app, connection, session, frame.data?.path).catch((error: unknown) => {
      app.log.warn({ err: error }, 'could not store the current page');
    });
  }
  if (frame.type === 'encrypt' && frame.data?.type === 'pgp') {
    frameCipher(app, frame.data.key)
      .then((cipher) => cipher && connection.encryptWith(cipher, KEY_MS))
      .catch((error: unknown) => {
        app.log.warn({ err: error }, 'could not encrypt a live connection');
        socket.terminate();
      });
  }
  if (frame.msgId !== undefined && frame.type !== 'receipt') {
    connection.send(JSON.stringify({ type: 'receipt', msgId: frame.msgId, data: [] }));
  }
}

interface ClientFrame {
  type: string;
  msgId?: string | number;
  data?: { path?: unknown; type?: unknown; key?: unknown };
}

function parseFrame(bytes: Buffer): ClientFrame | null {
  try {
    const frame = JSON.parse(bytes.toString()) as Partial<ClientFrame> | null;
    if (typeof frame !== 'object' || frame === null || typeof frame.type !== 'string') return null;
    const { type, msgId, data } = frame;
    const hasId = typeof msgId === 'string' || typeof msgId === 'number';
    return { type, ...(hasId && { msgId }), ...(typeof data === 'object' && data !== null && { data }) };
  } catch {
    return null;
  }
}

/** People who have the same file open see each other, except people without access to it. */
const SHARED_PATH = /^\/single\/file\/(\d{1,9})$/;
async function reportPath(app: App, connection: Connection, session: Session, path: unknown): Promise<void> {
  if (typeof path !== 'string' || path.length > 500) return;
  const [, id] = SHARED_PATH.exec(path) ?? [];
  const isOpen = !id || (await firstReadable(viewOf(app, connection, session), [Number(id)])) !== undefined;
  const before = connection.path;
  connection.path = isOpen ? path : '';
  for (const each of new Set([before, connection.path])) if (SHARED_PATH.test(each)) app.hub.showPage(each);
}

function announceCursors(app: App): () => void {
  /** The last place but one, and the start of the announcer that it belongs to. */
  let previous: { place: LogPlace; since: number } | undefined;
  let previousAt = 0;
  let isDue = false;
  const stopListening = app.bus.subscribe('event', () => {
    isDue = true;
  });
  const tick = async () => {
    if (app.hub.size === 0 || (!isDue && !previous)) return;
    isDue = false;
    const { announced: place, beginnings: since } = app.announcer;
    if (!place) return;
    const epoch = await currentEpoch(app.db);
    if (!isInEpoch(app, epoch)) {
      // The epoch began after this node had started: the first node began it, or a failover that this node did not
      // notice.
      await enterEpoch(app, app.announcer.highest);
      isDue = true;
      return;
    }
    // The place belongs to changes that a promoted standby does not have.
    if (previous?.since !== since) previous = undefined;
    // An event from before the cursor may still wait for its receivers. With this cursor, the client would never get
    // it.
    if (app.hub.waitsSince(previousAt)) {
      isDue = true;
      return;
    }
    if (previous) await app.hub.broadcastCursor(cursorText({ ...previous.place, epoch }));
    previousAt = performance.now();
    previous = place === previous?.place ? undefined : { place, since };
  };
  const timer = setInterval(() => {
    tick().catch((error: unknown) => app.log.warn({ err: error }, 'could not announce the cursor'));
  }, CURSOR_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopListening();
  };
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { findApp, findServedFile, listApps } from './apps.queries.ts';
import { type Manifest, originsOf } from './manifest.ts';
import { hasFiles } from './present.service.ts';

/** The sandbox of an app in a frame. It has no origin, so it cannot reach this server's pages. */
const SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock';
/** Browsers cache files for this long, because a new version has other addresses. */
const KEPT_S = 3600;

type FileRequest = FastifyRequest<{ Params: { id: string; key: string; '*': string } }>;
type FrameRequest = FastifyRequest<{ Params: { id: string; key: string } }>;

/** Serves the files of apps and the page in which each is shown. */
export function registerAppPages(server: FastifyInstance, app: App): void {
  server.get<{ Params: { id: string; key: string; '*': string } }>('/app/:id/:key/*', (request, reply) =>
    sendFile(app, request, reply),
  );
  server.get<{ Params: { id: string; key: string } }>('/app-frame/:id/:key', (request, reply) =>
    sendFrame(app, request, reply),
  );
}

const missing = (reply: FastifyReply) =>
  reply
    .status(404)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('text/plain')
    .send('not found');

async function sendFile(app: App, request: FileRequest, reply: FastifyReply) {
  const { id, key, '*': path } = request.params;
  const file = await findServedFile(app.db, id, key, path);
  if (!file) return missing(reply);
  reply
    .header(
      'content-security-policy',
      filePolicy(app, request, `/app/${id}/${key}/`, file.manifest as unknown as Manifest),
    )
    // The app has no origin, and its scripts and fonts are loaded as from another site. They are not secret.
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', `private, max-age=${KEPT_S}`)
    .header('etag', `"${file.hash}"`)
    .type(file.type);
  if (request.headers['if-none-match'] === `"${file.hash}"`) return reply.status(304).send();
  return reply.header('content-length', file.size).send(app.storage.read(file.place));
}

/**
 * An app may load files, scripts and styles from its own folder only. It may reach the calls of this server, for which
 * it needs a token, and the servers that an administrator saw in its manifest.
 */
function filePolicy(app: App, request: FastifyRequest, folder: string, { connect }: Manifest): string {
  const origin = originOf(app, request);
  const own = `${origin}${folder}`;
  const pictures = `${origin}/avatar/ ${origin}/picture/`;
  return [
    `sandbox ${SANDBOX}`,
    "default-src 'none'",
    `script-src ${own} 'wasm-unsafe-eval'`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} ${pictures} data: blob:`,
    `font-src ${own} data:`,
    `media-src ${own} blob:`,
    `connect-src ${[own, `${origin}/api/`, ...connect].join(' ')}`,
    `worker-src ${own}`,
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** The address by which the browser asked, which is not always the configured one. */
function originOf({ publicUrl }: App, { headers, protocol }: FastifyRequest): string {
  const { host = '' } = headers;
  if (!/^[\w.-]+(:\d+)?$|^\[[\da-fA-F:]+\](:\d+)?$/.test(host)) return new URL(publicUrl).origin;
  // A proxy may not say that it speaks TLS, so the configured address decides; `http:` in a policy includes `https:`.
  return `${publicUrl.startsWith('https:') ? 'https' : protocol}://${host}`;
}

/**
 * An empty page around the app. The client puts the app's frame into it: the page's policy lets that frame show the app
 * and nothing else, whatever links or scripts in it lead to (decision 45).
 */
async function sendFrame(app: App, request: FrameRequest, reply: FastifyReply) {
  const { id, key } = request.params;
  const found = await findApp(app.db, id);
  if (!found?.enabled || found.key !== key) return missing(reply);
  const { manifest } = found;
  const own = manifest.menu_items.some(hasFiles) ? [`${originOf(app, request)}/app/${id}/${key}/`] : [];
  const ofServer = manifest.menu_items.some(({ url }) => url.startsWith('{')) ? ["'self'"] : [];
  const sources = [...own, ...ofServer, ...originsOf(manifest)];
  return reply
    .header(
      'content-security-policy',
      [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        `frame-src ${sources.join(' ') || "'none'"}`,
        "frame-ancestors 'self'",
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(FRAME);
}

const FRAME =
  '<!doctype html><meta charset="utf-8"><title>App</title><style>html,body{margin:0;height:100%;overflow:hidden;background:transparent}iframe{display:block;border:0;width:100%;height:100%}</style>';

const PREFLIGHT_S = 600;

/**
 * Answers browsers that ask whether an app may make calls. Only apps may: those served here, which have no origin, and
 * those of installed addresses. The answers themselves open only for the token of an app (`callHandler.ts`).
 */
export function answerPreflights(server: FastifyInstance, app: App): void {
  server.addHook('onRequest', async ({ method, url, headers }, reply) => {
    const { origin } = headers;
    if (method !== 'OPTIONS' || !origin || !url.startsWith('/api/') || !headers['access-control-request-method'])
      return;
    if (!(await isAppOrigin(app, origin))) return;
    return reply
      .status(204)
      .headers({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type, language, mutation',
        'access-control-max-age': String(PREFLIGHT_S),
        vary: 'Origin',
      })
      .send();
  });
}

async function isAppOrigin(app: App, origin: string): Promise<boolean> {
  const apps = (await listApps(app.db)).filter(({ enabled }) => enabled);
  if (origin === 'null') return apps.length > 0;
  return apps.some(({ manifest }) => originsOf(manifest).includes(origin));
}

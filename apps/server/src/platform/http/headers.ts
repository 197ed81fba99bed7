import type { FastifyInstance } from 'fastify';

/** Features that meetings, voice messages, locations and the clipboard need; every other feature is disabled. */
const PERMISSIONS = [
  ...['camera', 'microphone', 'display-capture', 'geolocation', 'fullscreen', 'clipboard-read', 'clipboard-write'].map(
    (feature) => `${feature}=(self)`,
  ),
  ...['accelerometer', 'browsing-topics', 'gyroscope', 'hid', 'magnetometer', 'midi', 'payment'].map(
    (feature) => `${feature}=()`,
  ),
  ...['serial', 'usb', 'xr-spatial-tracking'].map((feature) => `${feature}=()`),
].join(', ');

const YEAR_S = 31_536_000;

/**
 * The page's content policy. Inline scripts are forbidden. Styles may be inline, because the widget library sets some
 * on elements. Frames are this server's pages around apps, each of which shows its app only (decision 0045). Pictures
 * may be external (decision 0024), over TLS if the workspace uses it; connections go to this server only, and are
 * listed explicitly, because not every browser counts a WebSocket to its own host as 'self', and to the LiveKit server
 * that carries meetings, if there is one.
 */
function pagePolicy(isSecure: boolean, host: string, mediaServer: string): string {
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ${isSecure ? '' : `ws://${host} `}wss://${host}` : '';
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https:${isSecure ? '' : ' http:'}`,
    "media-src 'self' blob:",
    `connect-src 'self'${sockets}${mediaServer}`,
    "font-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "form-action 'self'",
  ].join('; ');
}

/**
 * The origins for the WebSocket of a LiveKit server, and for the requests that its client sends by HTTP if that fails.
 */
function originsOf(address: string): string {
  if (!address) return '';
  const { protocol, host } = new URL(address);
  return protocol === 'wss:' ? ` wss://${host} https://${host}` : ` ws://${host} http://${host}`;
}

/**
 * Sets the headers of every answer. An answer that sets no caching header is stored nowhere: calls return what only
 * their caller may see.
 */
export function setSecurityHeaders(server: FastifyInstance, publicUrl: string, mediaServer = ''): void {
  const media = originsOf(mediaServer);
  const isSecure = publicUrl.startsWith('https:');
  server.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    reply.header('permissions-policy', PERMISSIONS);
    reply.header('cross-origin-opener-policy', 'same-origin');
    // Browsers apply this header over TLS only; without TLS it would lock people out of other services on the same
    // host.
    if (isSecure) reply.header('strict-transport-security', `max-age=${YEAR_S}`);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // Uploaded files have a stricter policy already.
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', pagePolicy(isSecure, request.headers.host ?? '', media));
    }
  });
}

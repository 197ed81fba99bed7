import type { AppEvent } from '@atrium/app/atrium.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { ownAddress } from '#entities/microApp/microApps.ts';
import { type OpenedApp, onAppData } from '#features/apps/apps.actions.ts';
import { pollLoaded } from '#ui/loading.ts';
import { type BridgeHost, makeBridge } from './bridge.ts';

/** For an app that this server serves: it has no origin, and with it nothing of this page. */
const SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock';

interface FrameOptions {
  app: OpenedApp;
  theme: 'light' | 'dark';
  host: BridgeHost;
  /** The page around the app could not be loaded: it was removed or disabled meanwhile. */
  onGone: () => void;
  /** The app's own page did not load in time. */
  onSlow: () => void;
}

/**
 * Puts an app into its page and answers it. Rules:
 *
 * 1. The page around the app comes from this server; its policy lets its frame show this app only.
 * 2. Messages count if they come from that frame, and from the app's origin, which is `null` for one without.
 * 3. The app says hello and gets a port. Everything else goes over the port, which ends with the app's document.
 */
export function useFrame({ app, theme, host, onGone, onSlow }: FrameOptions): {
  outer: RefObject<HTMLIFrameElement | null>;
  onLoad: () => void;
} {
  const outer = useRef<HTMLIFrameElement>(null);
  const port = useRef<MessagePort>(null);
  const stop = useRef<() => void>(() => undefined);
  const isLoaded = useRef(false);
  const slow = useRef(onSlow);
  slow.current = onSlow;
  // An app has the same budget of calls for as long as it is open, and the newest props.
  const newest = useRef(host);
  newest.current = host;
  const answer = useRef(makeBridge(() => newest.current));
  const tell = (event: AppEvent) => port.current?.postMessage(event);

  const connect = (inner: HTMLIFrameElement, { source, origin, data }: MessageEvent) => {
    const isHello = (data as { atrium?: unknown } | null)?.atrium === 'hello';
    if (!isHello || source !== inner.contentWindow || origin !== app.origin) return;
    port.current?.close();
    const channel = new MessageChannel();
    port.current = channel.port1;
    channel.port1.onmessage = (event) => {
      void answer.current(event.data).then((reply) => reply && channel.port1.postMessage(reply));
    };
    // Without an origin there is none to name; the policy of the page around lets no other document be there.
    inner.contentWindow?.postMessage(
      { atrium: 'port', version: 1 },
      { targetOrigin: app.origin === 'null' ? '*' : app.origin, transfer: [channel.port2] },
    );
  };

  const onLoad = () => {
    stop.current();
    const page = outer.current?.contentWindow;
    const body = pageOf(outer.current)?.body;
    if (!page || !body) return onGone();
    // oxlint-disable-next-line react/iframe-missing-sandbox -- it is set below, for the app's origin.
    const inner = body.ownerDocument.createElement('iframe');
    inner.title = app.label;
    const url = addressOf(app);
    // With the origin of this page an app could leave its sandbox.
    const isOwn = app.origin === 'null' || new URL(url, location.href).origin === location.origin;
    inner.setAttribute('sandbox', isOwn ? SANDBOX : `${SANDBOX} allow-same-origin`);
    inner.referrerPolicy = 'no-referrer';
    inner.allow = 'fullscreen; clipboard-write';
    inner.addEventListener('load', () => {
      isLoaded.current = true;
    });
    inner.src = url;
    const hear = (event: MessageEvent) => connect(inner, event);
    page.addEventListener('message', hear);
    body.replaceChildren(inner);
    stop.current = () => page.removeEventListener('message', hear);
  };

  useEffect(
    () =>
      pollLoaded(
        () => isLoaded.current,
        () => slow.current(),
      ),
    [],
  );
  useEffect(() => tell({ event: 'theme', data: { theme } }), [theme]);
  useEffect(() => onAppData(() => tell({ event: 'data', data: {} })), []);
  useEffect(
    () => () => {
      stop.current();
      port.current?.close();
    },
    [],
  );
  return { outer, onLoad };
}

/** Null for a page of another origin, which an error is. */
function pageOf(frame: HTMLIFrameElement | null): Document | null {
  try {
    return frame?.contentDocument ?? null;
  } catch {
    return null;
  }
}

/** The app's address, with this page's own name for the server if the server serves the app. */
function addressOf({ url, origin }: OpenedApp): string {
  if (origin !== 'null') return url;
  const { pathname, search, hash } = new URL(ownAddress(url), location.origin);
  return `${location.origin}${pathname}${search}${hash}`;
}

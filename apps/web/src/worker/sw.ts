import type { PushNote } from '@atrium/contract/people/notifications.ts';
import { CacheFirst, NavigationRoute, type PrecacheEntry, Serwist, StaleWhileRevalidate } from 'serwist';
import { BUSY, Pauses } from '#sync/store/pauses.ts';
import { SHARE_PATH, takeShared } from '#sync/store/shared.ts';
import { answerNote } from './noteActions.ts';
import { type NoteScope, openPlace, showPush } from './notes.ts';
import { sendQueue } from './sendQueue.ts';

interface Waits extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchLike extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PageMessage extends Event {
  data: { type?: string } | null;
}
interface PushEvent extends Waits {
  data: { json(): unknown } | null;
}
interface NoteClick extends Waits {
  notification: Notification;
  /** The button; '' for a click beside the buttons. */
  action: string;
  /** The text in the field of a button, if the browser has one. */
  reply?: string;
}
declare const self: NoteScope & {
  __SW_MANIFEST: (PrecacheEntry | string)[];
  caches: CacheStorage;
  addEventListener(type: 'fetch', listener: (event: FetchLike) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NoteClick) => void): void;
  addEventListener(type: 'message', listener: (event: PageMessage) => void): void;
  addEventListener(type: 'sync', listener: (event: Waits) => void): void;
};

/** Addresses that the server itself answers, even if they look like a page. */
const SERVER = [
  /^\/(api|health|file|app|app-frame|appstore|office|wopi|\.well-known)\//,
  /^\/(docs|metrics|ws)/,
  /^\/mcp$/,
];

// Content shared by another application waits here for its reader; the server never sees it.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isShared = request.method === 'POST' && new URL(request.url).pathname === SHARE_PATH;
  if (isShared) event.respondWith(takeShared(request, self.caches, Date.now()));
});

const pauses = new Pauses();
self.addEventListener('message', ({ data }) => {
  if (data?.type === BUSY) pauses.note();
});

// A new version waits until somebody agrees to reload: nobody loses what they are typing.
const serwist = new Serwist({
  precacheEntries: self.__SW_MANIFEST,
  // Files are stored one after the other, and none while the reader is doing something: ten at once, the default, delay
  // what a new reader opens first.
  precacheOptions: {
    cleanupOutdatedCaches: true,
    concurrency: 1,
    plugins: [
      {
        async requestWillFetch({ request, event }) {
          if (event.type === 'install') await pauses.wait();
          return request;
        },
      },
    ],
  },
  skipWaiting: false,
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && /^\/(avatar|picture)\//.test(url.pathname),
      handler: new StaleWhileRevalidate({ cacheName: 'avatars' }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/compact-'),
      handler: new CacheFirst({ cacheName: 'emoji' }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && /^\/assets\/(viewer-|pdf\.worker|pdfjs\/)/.test(url.pathname),
      handler: new CacheFirst({ cacheName: 'viewers' }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/KaTeX_'),
      handler: new CacheFirst({ cacheName: 'formulas' }),
    },
  ],
});
serwist.registerRoute(new NavigationRoute(serwist.createHandlerBoundToUrl('/index.html'), { denylist: SERVER }));
serwist.addEventListeners();

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPush(self, event.data.json() as PushNote));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { action, reply, notification } = event;
  event.waitUntil(action ? answerNote(self, action, reply, notification.data) : openPlace(self, notification.data));
});
// This event comes when the network is back (app/offline/useSendLater.ts).
self.addEventListener('sync', (event) => event.waitUntil(sendQueue(self)));

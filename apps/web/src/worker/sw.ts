import { CacheFirst, NavigationRoute, type PrecacheEntry, Serwist, StaleWhileRevalidate } from 'serwist';

declare const self: { __SW_MANIFEST: (PrecacheEntry | string)[] };

/** Addresses that the server itself answers, also where they look like a page. */
const SERVER = [/^\/api\//, /^\/docs/, /^\/metrics/, /^\/health\//, /^\/ws/, /^\/file\//];

// A new version waits until somebody agrees to reload: nobody loses what they are typing.
const serwist = new Serwist({
  precacheEntries: self.__SW_MANIFEST,
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: false,
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/avatar/'),
      handler: new StaleWhileRevalidate({ cacheName: 'avatars' }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/compact-'),
      handler: new CacheFirst({ cacheName: 'emoji' }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/KaTeX_'),
      handler: new CacheFirst({ cacheName: 'formulas' }),
    },
  ],
});
serwist.registerRoute(new NavigationRoute(serwist.createHandlerBoundToUrl('/index.html'), { denylist: SERVER }));
serwist.addEventListeners();

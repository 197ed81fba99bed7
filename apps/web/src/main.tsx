import '#app/routing/earlyLoad.ts';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { prefetchedPage } from '#app/routing/router.tsx';
import { host } from '#host/browser.ts';
import { listenToInstall } from '#host/install.ts';
import { listenToLinks } from '#host/links.ts';
import { language, prepareLanguage } from '#sync/language.ts';
import { listenToHeldKeys } from '#ui/keys/heldKeys.ts';
import { listenToLongPresses } from '#ui/keys/longPress.ts';
import { listenToPointing } from '#ui/keys/pointing.ts';
import { listenToTapsAway } from '#ui/keys/tapAway.ts';
import { listenToEscapes } from '#ui/overlays/escape.ts';
import { listenToFocus } from '#ui/overlays/focusBack.ts';

listenToHeldKeys();
listenToEscapes();
listenToFocus();
listenToLongPresses();
listenToPointing();
listenToTapsAway();
listenToInstall();
listenToLinks();

/** The names of the installed application and its shortcuts are in the reader's language. */
function nameManifest(of: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (link && of !== 'en') link.href = `/manifest-${of}.webmanifest`;
}

/** No top-level `await`: prefetched modules depend on this file, and would wait for it in turn. */
async function start(): Promise<void> {
  // Texts first: everything shown may need some.
  await prepareLanguage();
  nameManifest(language);
  await prefetchedPage;
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
  host.ready();
}
void start();

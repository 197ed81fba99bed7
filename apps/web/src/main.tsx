import '#app/routing/earlyLoad.ts';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { Screens } from '#app/routing/screens.ts';
import { isSignIn } from '#app/routing/signInPlaces.ts';
import { host } from '#host/browser.ts';
import { listenToInstall } from '#host/install.ts';
import { listenToLinks } from '#host/links.ts';
import { language, prepareLanguage } from '#sync/language.ts';
import { listenToHeldKeys } from '#ui/keys/heldKeys.ts';
import { listenToLongPresses } from '#ui/keys/longPress.ts';
import { listenToPointing } from '#ui/keys/pointing.ts';
import { listenToTapsAway } from '#ui/keys/tapAway.ts';
import { listenToEscapes } from '#ui/overlays/escape.ts';
import { listenToFocus } from '#ui/overlays/restoreFocus.ts';

listenToHeldKeys();
listenToEscapes();
listenToFocus();
listenToLongPresses();
listenToPointing();
listenToTapsAway();
listenToInstall();
listenToLinks();

/** Names the installed application and its shortcuts in the reader's language. */
function nameManifest(of: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (link && of !== 'en') link.href = `/manifest-${of}.webmanifest`;
}

/**
 * Loads the first page's code. React shows a fallback for at least 300 ms to avoid flicker: keeping the initial page
 * until then has the same effect without the delay.
 */
async function fetchPage(): Promise<void> {
  if (isSignIn(host.place())) return;
  const { prefetchScreen } = await import('#app/routing/router.tsx');
  await Promise.all([Screens.fetch(), prefetchScreen(host.place())]);
}

/** There is no top-level `await`: prefetched modules depend on this file, and would wait for it in turn. */
async function start(): Promise<void> {
  // Texts are loaded first, because everything shown may need some.
  await prepareLanguage();
  nameManifest(language);
  // An error is ignored here: the page that is drawn requests it again, and reports errors.
  await fetchPage().catch(() => undefined);
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
  host.ready();
}
void start();

import '#app/routing/earlyLoad.ts';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { prefetchedPage } from '#app/routing/router.tsx';
import { prepareLanguage } from '#sync/language.ts';
import { listenToHeldKeys } from '#ui/keys/heldKeys.ts';
import { listenToLongPresses } from '#ui/keys/longPress.ts';
import { listenToPointing } from '#ui/keys/pointing.ts';
import { listenToEscapes } from '#ui/overlays/escape.ts';
import { listenToFocus } from '#ui/overlays/focusBack.ts';
import { listenToTapsAway } from '#ui/overlays/tapAway.ts';

listenToHeldKeys();
listenToEscapes();
listenToFocus();
listenToLongPresses();
listenToPointing();
listenToTapsAway();

/** No top-level `await`: prefetched modules depend on this file, and would wait for it in turn. */
async function start(): Promise<void> {
  // Texts first: everything shown may need some.
  await prepareLanguage();
  await prefetchedPage;
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
}
void start();

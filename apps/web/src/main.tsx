import '#app/routing/earlyLoad.ts';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { fetchedAhead } from '#app/routing/router.tsx';
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

/** No `await` of the module itself: what is fetched ahead stands on this file, and would wait for it in turn. */
async function start(): Promise<void> {
  // Texts first: whatever is shown may word something.
  await prepareLanguage();
  await fetchedAhead;
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
}
void start();

import { host } from '#host/browser.ts';
import { requestFirstLoad } from '#sync/store/earlyFirstLoad.ts';
import { readStoredWorkspace } from '#sync/store/storedWorkspace.ts';
import { loadTaskTexts, loadTexts } from '#sync/texts.ts';
import { storedToken } from '#sync/token.ts';
import { mainScreenAt, mainScreens } from './rooms.ts';
import { isSignIn } from './signInPlaces.ts';

/** The parts of a main screen, besides its own code. */
const parts = [
  () => import('#app/shell/Shell.tsx'),
  () => import('#sync/session.ts'),
  () => (mainScreenAt(host.place()) === 'messenger' ? loadTexts() : loadTaskTexts()),
];

// The first module of the page: starts loading what a signed-in person will see, from disk, from the server and as
// files, while the other modules run. The code that needs these imports them again, and reports errors.
if (!isSignIn(host.place())) import('./router.tsx').catch(() => undefined);
if (storedToken()) {
  readStoredWorkspace();
  const room = mainScreenAt(host.place());
  if (room) {
    requestFirstLoad();
    for (const load of [mainScreens[room], ...parts]) load().catch(() => undefined);
  }
}

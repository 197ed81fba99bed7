import { host } from '#host/browser.ts';
import { readAhead } from '#sync/store/readAhead.ts';
import { storedToken } from '#sync/token.ts';
import { mainScreenAt, mainScreens } from './rooms.ts';
import { isSignIn } from './signInPlaces.ts';

// The first module of the page: starts loading what a signed-in person will see, from disk and as files, while the
// other modules run. The code that needs these imports them again, and reports errors.
if (!isSignIn(host.place())) import('./router.tsx').catch(() => undefined);
if (storedToken()) {
  readAhead();
  const room = mainScreenAt(host.place());
  if (room) for (const load of [mainScreens[room], () => import('#app/shell/Shell.tsx')]) load().catch(() => undefined);
}

import { host } from '#host/browser.ts';
import { readAhead } from '#sync/store/storage.ts';
import { storedToken } from '#sync/token.ts';
import { firstRoom, rooms } from './rooms.ts';

// The first module of the page: what somebody signed in will see comes, from the disk and as files, while all the others
// are run. The code that needs them imports them again, and reports errors.
if (storedToken()) {
  readAhead();
  const room = firstRoom(host.place());
  if (room) for (const load of [rooms[room], () => import('#app/shell/Shell.tsx')]) load().catch(() => undefined);
}

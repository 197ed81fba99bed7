// `npm run build`: installs packages and builds the web client without starting the server, for service managers.
import { exitOnRefusal } from './lib/repository.mjs';

void exitOnRefusal(async () => {
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureWebBuilt } = await import('./lib/build.mjs');
  await ensureInstalled();
  await ensureWebBuilt();
  return 0;
});

// `npm start`: a fresh clone becomes a running workspace.
import { exitOnRefusal, inRoot, pinnedNode, root } from './lib/repository.mjs';

void exitOnRefusal(async () => {
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureWebBuilt } = await import('./lib/build.mjs');
  const { handOver } = await import('./lib/process.mjs');
  await ensureInstalled();
  await ensureWebBuilt();
  return handOver(pinnedNode(), [inRoot('apps/server/src/main.ts'), ...process.argv.slice(2)], { cwd: root });
});

// `npm start`: a fresh clone becomes a running workspace.
import { exitOnRefusal, inRoot, pinnedNode, root } from './lib/repository.mjs';

void exitOnRefusal(async () => {
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureWebBuilt } = await import('./lib/build.mjs');
  const { handOver } = await import('./lib/process.mjs');
  await ensureInstalled();
  await ensureWebBuilt();
  const main = inRoot('apps/server/src/main.ts');
  // apps/server/src/platform/releaseMemory.ts says why.
  return handOver(pinnedNode(), ['--min-semi-space-size=16', main, ...process.argv.slice(2)], { cwd: root });
});

// `npm start`: a fresh clone becomes a running workspace.
import { exitOnRefusal, inRoot, pinnedNode, root } from './lib/repository.mjs';

/**
 * The first leaves room for new objects (apps/server/src/platform/releaseMemory.ts says why). With the second, V8 keeps
 * new objects apart from old ones even if earlier objects of the same line of code lived long: a send takes an eighth less
 * processor time (docs/performance.md). `deploy` has the same flags, for systemd and the image.
 */
const V8_FLAGS = ['--min-semi-space-size=16', '--no-allocation-site-pretenuring'];

void exitOnRefusal(async () => {
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureWebBuilt } = await import('./lib/build.mjs');
  const { handOver } = await import('./lib/process.mjs');
  await ensureInstalled();
  await ensureWebBuilt();
  const main = inRoot('apps/server/src/main.ts');
  return handOver(pinnedNode(), [...V8_FLAGS, main, ...process.argv.slice(2)], { cwd: root });
});

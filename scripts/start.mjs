// `npm start`: a fresh clone becomes a running workspace.
import { exitOnRefusal, inRoot, pinnedNode, root } from './lib/repository.mjs';
import { V8_FLAGS } from './lib/v8Flags.mjs';

void exitOnRefusal(async () => {
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureWebBuilt } = await import('./lib/build.mjs');
  const { handOver } = await import('./lib/process.mjs');
  await ensureInstalled();
  await ensureWebBuilt();
  const main = inRoot('apps/server/src/main.ts');
  return handOver(pinnedNode(), [...V8_FLAGS, main, ...process.argv.slice(2)], { cwd: root });
});

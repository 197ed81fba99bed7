// `npm run cluster -- 3`: several nodes of one workspace on this machine.
import { exitOnRefusal, inRoot, pinnedNode, root } from './lib/repository.mjs';

void exitOnRefusal(async () => {
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureWebBuilt } = await import('./lib/build.mjs');
  const { handOver } = await import('./lib/process.mjs');
  await ensureInstalled();
  await ensureWebBuilt();
  return handOver(pinnedNode(), [inRoot('e2e/cluster/main.ts'), ...process.argv.slice(2)], { cwd: root });
});

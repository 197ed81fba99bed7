// `node scripts/run.mjs FILE ...`: runs a TypeScript file of the repository with the pinned Node.
import { resolve } from 'node:path';
import { exitOnRefusal, pinnedNode, Refused } from './lib/repository.mjs';

void exitOnRefusal(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new Refused('Say which file to run: node scripts/run.mjs FILE ...');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { handOver } = await import('./lib/process.mjs');
  await ensureInstalled();
  return handOver(pinnedNode(), [resolve(file), ...args]);
});

// `node scripts/run.mjs [--web] FILE ...`: runs a TypeScript file of the repository with the pinned Node; with `--web`
// the web client is built first.
import { resolve } from 'node:path';
import { exitOnRefusal, pinnedNode, Refused } from './lib/repository.mjs';

void exitOnRefusal(async () => {
  const words = process.argv.slice(2);
  const needsWeb = words[0] === '--web';
  const [file, ...args] = needsWeb ? words.slice(1) : words;
  if (!file) throw new Refused('Say which file to run: node scripts/run.mjs FILE ...');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { handOver } = await import('./lib/process.mjs');
  await ensureInstalled();
  if (needsWeb) {
    const { ensureWebBuilt } = await import('./lib/build.mjs');
    await ensureWebBuilt();
  }
  return handOver(pinnedNode(), [resolve(file), ...args]);
});

import { ConfigError, readConfig } from '../config.ts';
import { reindex } from '../modules/searchIndex/index.service.ts';
import { migrate } from '../platform/db/migrate.ts';
import { endProcess } from '../platform/endProcess.ts';
import { makeLog } from '../platform/log.ts';
import { StartRefused, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { DataInUse } from '../platform/postgres/startRefused.ts';
import { secretKeysOf } from '../secretKeys.ts';
import { requireData, requireWorkspace } from './database.ts';

const USAGE = `npm run reindex

Rebuilds the search index, newest first. Search keeps working. If interrupted, indexing resumes at the next server start.
With the built-in database, stop Atrium first.`;

function showProgress(done: number, total: number): void {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  if (percent === shown) return;
  shown = percent;
  if (process.stdout.isTTY) process.stdout.write(`\r${percent} % (${done} of ${total})`);
  else if (percent % 10 === 0) process.stdout.write(`${percent} % (${done} of ${total})\n`);
}
let shown = -1;

async function main(): Promise<void> {
  if (process.argv.length > 2) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const config = readConfig();
  requireData(config);
  const log = makeLog('warn');
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? '';
    if (config.databaseUrl) await requireWorkspace(databaseUrl);
    await migrate(databaseUrl);
    const { buildApp } = await import('../app.ts');
    const running = await buildApp({
      databaseUrl,
      secretKeys: await secretKeysOf(config, databaseUrl, log),
      publicUrl: config.publicUrl,
      version: '',
      log,
    });
    try {
      const began = Date.now();
      await reindex(running.app, showProgress);
      process.stdout.write(`\nIndexed everything in ${Math.round((Date.now() - began) / 1000)} s.\n`);
    } finally {
      await running.close();
    }
  } finally {
    await postgres?.stop();
  }
}

main().then(
  () => endProcess(0),
  (error: unknown) => {
    if (error instanceof DataInUse) {
      process.stderr.write('Atrium is running. Stop it, then run this again.\n');
      endProcess(1);
      return;
    }
    const isKnown = error instanceof ConfigError || error instanceof StartRefused;
    process.stderr.write(`${isKnown ? (error as Error).message : String((error as Error).stack)}\n`);
    endProcess(1);
  },
);

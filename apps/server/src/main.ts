import { ConfigError, readConfig } from './config.ts';
import { startDatabaseEarly } from './earlyDatabase.ts';
import { endProcess } from './platform/endProcess.ts';
import { checkAddress } from './platform/http/listen.ts';
import { makeLog } from './platform/log.ts';
import { StartRefused } from './platform/postgres/startRefused.ts';

const USAGE = `npm start -- [--demo]

Starts the workspace. README.md lists the environment variables that configure it.
--demo   fills an empty workspace with a sample team`;

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const isDemo = wantsDemo(words);
  const config = readConfig();
  await checkAddress(config);
  const log = makeLog(config.logLevel);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  const early = config.databaseUrl ? null : await startDatabaseEarly(config.dataDir, log, ending.signal);
  try {
    // Loading the server takes seconds: mistakes in the configuration are reported before, and the database starts.
    const { serve } = await import('./serve.ts');
    await serve({ config, log, isDemo, database: early ?? config.databaseUrl ?? '', asked: ending.signal });
  } catch (error) {
    await early?.close();
    throw error;
  }
}

function wantsDemo(words: readonly string[]): boolean {
  const unknown = words.find((word) => word !== '--demo');
  if (unknown) throw new ConfigError(`Unknown option: ${unknown}. The options are --demo and --help.`);
  return words.length > 0;
}

const isRefusal = (error: unknown) => error instanceof ConfigError || error instanceof StartRefused;

main().catch((error: unknown) => {
  process.stderr.write(`${isRefusal(error) ? error.message : String(error)}\n`);
  endProcess(1);
});

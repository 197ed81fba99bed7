import { ConfigError, readConfig } from './config.ts';
import { endProcess } from './platform/endProcess.ts';

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
  // Loading the server takes seconds: a mistake in the configuration is reported before.
  const { serve } = await import('./serve.ts');
  await serve(config, isDemo);
}

function wantsDemo(words: readonly string[]): boolean {
  const unknown = words.find((word) => word !== '--demo');
  if (unknown) throw new ConfigError(`Unknown option: ${unknown}. The options are --demo and --help.`);
  return words.length > 0;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  endProcess(1);
});

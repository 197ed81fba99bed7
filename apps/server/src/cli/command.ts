import { readFile } from 'node:fs/promises';
import { ConfigError } from '../config.ts';
import { endProcess } from '../platform/endProcess.ts';
import { FileDamaged, StorageRefused } from '../platform/files/storage.ts';
import type { Module } from '../platform/module.ts';
import { StartRefused } from '../platform/postgres/startRefused.ts';

/** Runs a command and ends with its code. An expected refusal is printed as its sentence, without a stack. */
export function runCommand(usage: string, run: (words: string[]) => Promise<number>): void {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    return endProcess(0);
  }
  run(words).then(endProcess, (error: unknown) => {
    const isKnown = [ConfigError, StorageRefused, StartRefused, FileDamaged].some((kind) => error instanceof kind);
    const isStopped = (error as Error).name === 'AbortError';
    const words = isStopped
      ? 'Stopped. Nothing was changed.'
      : isKnown
        ? (error as Error).message
        : (error as Error).stack;
    process.stderr.write(`${words}\n`);
    endProcess(1);
  });
}

export async function atriumVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** All modules of the server: loaded only by commands that need them, because loading takes seconds. */
export async function allModules(): Promise<readonly Module[]> {
  const { modules } = await import('../modules/modules.ts');
  return modules;
}

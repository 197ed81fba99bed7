import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { programArgs } from './programs.ts';

const CLI = path.resolve(import.meta.dirname, '../cli');

export interface CommandEnd {
  code: number | null;
  said: string;
}

/** Runs a command as an operator does. `onSaid` gets everything that it has printed so far. */
export async function runCommandLine(
  name: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  onSaid: (said: string, kill: () => void) => void = () => undefined,
): Promise<CommandEnd> {
  const child = spawn(process.execPath, [...programArgs(path.join(CLI, `${name}.ts`)), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      onSaid(said, () => child.kill('SIGKILL'));
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

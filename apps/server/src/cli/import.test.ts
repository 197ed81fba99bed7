import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const IMPORT = path.resolve(import.meta.dirname, 'import.ts');
/** Compiled code is cached between runs. */
const env = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../../../node_modules/.cache/node'),
  ...process.env,
};

const run = (words: readonly string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [IMPORT, ...words], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });

test('--help prints the usage, wherever it is on the command line', { timeout: 30_000 }, async () => {
  for (const words of [['--help'], ['trello', 'board.json', '-h']]) {
    expect(await run(words)).toEqual({ code: 0, out: expect.stringMatching(/^npm run import -- trello/), err: '' });
  }
});

test.for([
  ['trello', tmpdir(), 'This is a folder; a Trello board is one JSON file.\n'],
  ['trello', path.join(tmpdir(), 'no-such-board.json'), 'There is no such file or folder.\n'],
  ['trello', path.join(IMPORT, 'board.json'), 'There is no such file or folder.\n'],
] as const)('%s %s is told in one sentence', { timeout: 30_000 }, async ([kind, file, err]) => {
  expect(await run([kind, file, '--dry-run'])).toEqual({ code: 1, out: '', err });
});

import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMPILE_CACHE, programArgs } from '#testing/programs';

const IMPORT = path.resolve(import.meta.dirname, 'import.ts');
const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env };

const run = (args: readonly string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [...programArgs(IMPORT), ...args], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });

test('--help prints the usage, wherever it is on the command line', async () => {
  expect(await run(['trello', 'board.json', '-h'])).toEqual({
    code: 0,
    out: expect.stringMatching(/^npm run import -- trello/),
    err: '',
  });
});

test('what is no export is refused in one sentence', { timeout: 60_000 }, async () => {
  const outcomes = await Promise.all(
    [tmpdir(), path.join(tmpdir(), 'no-such-board.json')].map((file) => run(['trello', file, '--dry-run'])),
  );
  expect(outcomes).toEqual([
    { code: 1, out: '', err: 'This is a folder. A Trello board export is a single JSON file.\n' },
    { code: 1, out: '', err: 'No such file or folder.\n' },
  ]);
});

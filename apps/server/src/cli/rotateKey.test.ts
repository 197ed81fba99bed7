import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newSecretKey, secretKeyFile } from '#platform/secrets';

const ROTATE = path.resolve(import.meta.dirname, 'rotateKey.ts');
const run = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [ROTATE], { env: { ...process.env, ...env } });

test('a rotation puts a new key before the earlier ones, or prints the variables to set', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-rotate-'));
  // A mistyped folder gets no key.
  await expect(run({ ATRIUM_DATA: folder })).rejects.toMatchObject({ stderr: expect.stringContaining('ATRIUM_DATA') });
  expect(await readdir(folder)).toEqual([]);
  await writeFile(secretKeyFile(folder), `${newSecretKey()}\n`);
  const [first] = (await readFile(secretKeyFile(folder), 'utf8')).trim().split('\n');
  const { stdout } = await run({ ATRIUM_DATA: folder });
  expect(stdout).toContain('Restart Atrium');
  const [second, ...rest] = (await readFile(secretKeyFile(folder), 'utf8')).trim().split('\n');
  expect([second === first, rest]).toEqual([false, [first]]);
  const byVariable = await run({ ATRIUM_DATA: folder, ATRIUM_SECRET_KEY: newSecretKey() });
  expect(byVariable.stdout).toMatch(/^ATRIUM_SECRET_KEY=[\w-]{43}$/m);
  await rm(folder, { recursive: true });
}, 30_000);

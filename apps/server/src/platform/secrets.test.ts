import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  addKey,
  closeKeyFile,
  copyKeys,
  isSealed,
  keysInFolder,
  makeSecrets,
  newSecretKey,
  SecretKeyMissing,
  secretKeyFile,
} from './secrets.ts';

test('a sealed text opens with its key and place only, and not after a change', () => {
  const key = newSecretKey();
  const secrets = makeSecrets([key]);
  const sealed = secrets.seal('päss', 'setting.email');
  expect(isSealed(sealed)).toBe(true);
  expect(sealed).not.toContain('päss');
  expect(secrets.seal('päss', 'setting.email')).not.toBe(sealed);
  expect(secrets.open(sealed, 'setting.email')).toBe('päss');
  expect(() => secrets.open(sealed, 'setting.aibot')).toThrow(/authenticate/);
  const flipped = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
  expect(() => secrets.open(flipped, 'setting.email')).toThrow(/authenticate/);
  expect(() => makeSecrets([newSecretKey()]).open(sealed, 'setting.email')).toThrow(SecretKeyMissing);
  expect(secrets.open('never sealed', 'setting.email')).toBe('never sealed');
});

test('after a rotation the old key still opens what it sealed, and the new one seals', () => {
  const [old, next] = [newSecretKey(), newSecretKey()];
  const before = makeSecrets([old]).seal('secret', 'a');
  const secrets = makeSecrets([next, old]);
  expect(secrets.open(before, 'a')).toBe('secret');
  expect([secrets.isCurrent(before), secrets.isCurrent(secrets.seal('secret', 'a'))]).toEqual([false, true]);
});

const fresh = async () => false;

test('the first start makes a key that only its account can read; a rotation keeps the earlier ones', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-key-'));
  const [first] = await keysInFolder(folder, fresh);
  expect(first?.length).toBeGreaterThanOrEqual(43);
  expect((await stat(secretKeyFile(folder))).mode & 0o777).toBe(0o600);
  expect(await keysInFolder(folder, fresh)).toEqual([first]);
  await chmod(secretKeyFile(folder), 0o644);
  const warnings: unknown[] = [];
  await closeKeyFile(folder, { warn: (...said: unknown[]) => void warnings.push(said[1]) });
  expect((await stat(secretKeyFile(folder))).mode & 0o777).toBe(0o600);
  expect(warnings).toEqual([expect.stringContaining('other accounts could read')]);
  const [second, ...rest] = await addKey(folder);
  expect(rest).toEqual([first]);
  expect(await keysInFolder(folder, fresh)).toEqual([second, first]);
  const moved = path.join(folder, 'moved');
  await mkdir(moved);
  await copyKeys(folder, moved);
  expect(await keysInFolder(moved, fresh)).toEqual([second, first]);
  await addKey(folder);
  await copyKeys(folder, moved);
  expect(await keysInFolder(moved, fresh)).toEqual([second, first]);
  await rm(folder, { recursive: true });
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pushInfo } from '@atrium/contract/people/notifications.ts';
import type { AuditAction } from '@atrium/contract/workspace/audit.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { StartRefused } from '#platform/postgres/startRefused';
import { newSecretKey } from '#platform/secrets';
import { viewFor } from '#platform/work';
import { cloneTemplate } from '#testing/database';
import { person, startServer, type TestServer, unique } from '#testing/world';
import { secretKeysOf } from '../../secretKeys.ts';
import { mailSetup } from './mail.service.ts';
import { saveSection, sealStoredSecrets } from './settings.service.ts';

const storedText = async ({ app }: TestServer, section: string): Promise<string> => {
  const { rows } = await sql<{
    text: string;
  }>`select value::text as text from settings where name = ${section}`.execute(app.db);
  return rows[0]?.text ?? '';
};
const passwordOf = async ({ app }: TestServer) => {
  const setup = await mailSetup(app);
  return typeof setup?.server === 'object' ? setup.server.password : undefined;
};

const recorded = async ({ app }: TestServer, action: AuditAction): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select target_name as name from audit_log where action = ${action}`.execute(app.db);
  return rows.map(({ name }) => name);
};

test('secrets are encrypted in the database, plain ones at the next start, and again after a rotation', async () => {
  const databaseUrl = await cloneTemplate(unique('atrium_secrets_'));
  const [first, second] = [newSecretKey(), newSecretKey()];
  const server = await startServer({ databaseUrl, secretKeys: [first] });
  const admin = await person('admin', { server });
  const fields = { smtp_server: 'mail.example.org', account: 'office@example.org', password: 'mail-Secret-7' };
  await saveSection(viewFor(server.app), 'email', fields);
  const { public_key } = await admin.call(pushInfo, {});
  expect(await storedText(server, 'email')).not.toContain('mail-Secret-7');
  expect(await storedText(server, 'push_keys')).toContain('"privateKey": "sealed:1:');
  expect(await passwordOf(server)).toBe('mail-Secret-7');
  // As an earlier version stored it.
  await sql`update settings set value = ${JSON.stringify(fields)}::jsonb where name = 'email'`.execute(server.app.db);
  await server.close();

  const next = await startServer({ databaseUrl, secretKeys: [first] });
  await sealStoredSecrets(next.app);
  const sealed = await storedText(next, 'email');
  expect(sealed).not.toContain('mail-Secret-7');
  await next.close();

  const rotated = await startServer({ databaseUrl, secretKeys: [second, first] });
  await sealStoredSecrets(rotated.app);
  expect(await storedText(rotated, 'email')).not.toBe(sealed);
  expect(await passwordOf(rotated)).toBe('mail-Secret-7');
  expect(await recorded(rotated, 'secrets.rotated')).toContain('email');
  await rotated.close();

  // The earlier key is not needed anymore.
  const later = await startServer({ databaseUrl, secretKeys: [second] });
  expect(await passwordOf(later)).toBe('mail-Secret-7');
  await later.close();
  await expect(startServer({ databaseUrl, secretKeys: [first] })).rejects.toThrow(StartRefused);
  // A restored folder without its key gets no other one.
  const dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-key-'));
  const keys = (forgetSecrets: boolean) =>
    secretKeysOf({ secretKeys: null, forgetSecrets, dataDir }, databaseUrl, { warn: () => undefined });
  await expect(keys(false)).rejects.toThrow(/secret key of this workspace is missing.+docs\/secrets\.md/);
  expect(await readdir(dataDir)).toEqual([]);
  expect(await keys(true)).toHaveLength(1);
  await rm(dataDir, { recursive: true });

  const lost = await startServer({ databaseUrl, secretKeys: [first], forgetSecrets: true });
  await sealStoredSecrets(lost.app);
  expect(await passwordOf(lost)).toBe('');
  expect(await recorded(lost, 'secrets.lost')).toEqual(expect.arrayContaining(['email', 'push_keys']));
  const { rows } = await sql<{ detail: string }>`select detail::text from audit_log`.execute(lost.app.db);
  expect(JSON.stringify(rows)).not.toMatch(/mail-Secret-7|sealed:/);
  const again = await person('again', { server: lost });
  expect((await again.call(pushInfo, {})).public_key).not.toBe(public_key);
  await lost.close();
}, 60_000);

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { login } from '@atrium/contract/people/sessions.ts';
import * as signIn from '@atrium/contract/people/signIn.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { expect, test } from 'vitest';
import { codeAt } from '#modules/auth/factors/totp';
import { keepAddress } from '#modules/auth/passwords/unlock.service';
import { openDatabase } from '#platform/db/pool';
import { cloneTemplate, emptyDatabase } from '#testing/database';
import { PASSWORD, person, refused, startServer, TestClient, unique } from '#testing/world';

const [UNLOCK, REINDEX] = ['unlock.ts', 'reindex.ts'].map((name) => path.resolve(import.meta.dirname, name)) as [
  string,
  string,
];

test('the operator lets in an administrator who lost the password, the phone and the codes', async () => {
  const databaseUrl = await cloneTemplate(unique('atrium_unlock_'));
  const server = await startServer({ databaseUrl });
  const admin = await person('admin', { server });
  const { secret } = await admin.call(signIn.totpBegin, {});
  await admin.call(signIn.totpConfirm, { code: codeAt(secret, new Date()) });
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [UNLOCK, ...words], {
      env: { ...process.env, DATABASE_URL: databaseUrl, ATRIUM_URL: 'https://atrium.example.org' },
    });
  await expect(run('nobody@example.com')).rejects.toMatchObject({ stdout: expect.stringContaining('No account') });
  const { stdout } = await run(admin.email);
  expect((await admin.call(auditList, { action: 'account.unlocked' })).data).toMatchObject([
    { userid: 0, target_id: admin.userid, target_name: admin.email, agent: 'npm run unlock' },
  ]);
  const token = /https:\/\/atrium\.example\.org\/single\/password\?token=([\w-]+)/.exec(stdout)?.[1] ?? '';
  const stranger = new TestClient(server.base);
  await stranger.call(signIn.passwordReset, { token, password: 'a-newly-Chosen1' });
  await stranger.call(login, { email: admin.email, password: 'a-newly-Chosen1' });
  await expect(stranger.call(login, { email: admin.email, password: PASSWORD })).rejects.toMatchObject(refused('need'));
  await keepAddress(server.app);
  // Without ATRIUM_URL, the link is at the address that the server started with.
  const here = await promisify(execFile)(process.execPath, [UNLOCK, admin.email], {
    env: { ...process.env, DATABASE_URL: databaseUrl, ATRIUM_URL: '', ATRIUM_PORT: '' },
  });
  expect(here.stdout).toContain(`${server.app.publicUrl}/single/password`);
  // A mistyped folder is named, and nothing is created there.
  const lost = path.join(tmpdir(), unique('atrium-lost'));
  const mistyped = promisify(execFile)(process.execPath, [UNLOCK, admin.email], {
    env: { ...process.env, DATABASE_URL: '', ATRIUM_DATA: lost },
  });
  const stderr = expect.stringMatching(/^There is no Atrium data in .*atrium-lost/);
  await expect(mistyped).rejects.toMatchObject({ stderr: expect.not.stringContaining('    at ') });
  await expect(mistyped).rejects.toMatchObject({ stderr });
  expect(existsSync(lost)).toBe(false);
  // Nor is an empty database at a mistyped address filled.
  const empty = await emptyDatabase(unique('atrium_empty_'));
  const elsewhere = promisify(execFile)(process.execPath, [REINDEX], { env: { ...process.env, DATABASE_URL: empty } });
  await expect(elsewhere).rejects.toMatchObject({ stderr: expect.stringMatching(/^The database has no Atrium/) });
  const { pool, close } = openDatabase(empty, 1);
  const { rows } = await pool.query(`select to_regclass('schema_migrations') as found`);
  expect(rows).toEqual([{ found: null }]);
  await close();
  await server.close();
}, 60_000);

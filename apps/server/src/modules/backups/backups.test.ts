import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { backupList, backupRun, backupSetting } from '@atrium/contract/workspace/backups.ts';
import { systemStatus } from '@atrium/contract/workspace/status.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskStorage } from '#platform/files/diskStorage';
import { cloneTemplate } from '#testing/database';
import { openMailbox } from '#testing/mailbox';
import { runJobs } from '#testing/runJobs';
import { type S3Server, startS3 } from '#testing/s3/s3Server';
import { person, startServer, type TestClient, type TestServer, unique } from '#testing/world';
import { makeBackup } from './make.service.ts';
import { backupEnded, planBackup, startBackup, warnOfMissing } from './schedule.service.ts';
import { listBackups } from './target.ts';

let top = '';
let server: TestServer;
let admin: TestClient;
let s3: S3Server;
beforeAll(async () => {
  top = await mkdtemp(path.join(tmpdir(), 'atrium-backups-'));
  s3 = await startS3();
  const endpoint = new URL(s3.address().endpoint ?? '');
  server = await startServer({
    databaseUrl: await cloneTemplate(unique('atrium_scheduled_')),
    storage: diskStorage(path.join(top, 'files')),
    backup: { folder: path.join(top, 'backups') },
    localHosts: [endpoint.host],
  });
  admin = await person('admin', { server });
});
afterAll(async () => {
  await server.close();
  await s3.close();
  await rm(top, { recursive: true, force: true });
});

const DAY_MS = 86_400_000;
const status = async () => (await admin.call(systemStatus, {})).checks.find(({ name }) => name === 'backup');

test('a backup is made once a day, kept, and its outcome is shown', { timeout: 60_000 }, async () => {
  const { app } = server;
  expect(await status()).toMatchObject({ state: 'warn', text: expect.stringContaining('off') });
  await planBackup(app);
  expect((await admin.call(backupList, {})).list).toEqual([]);
  await admin.call(backupSetting, { type: 'save', open: 'open', time: '03:00', keep: 2 });
  expect(await status()).toMatchObject({ state: 'ok' });

  const tomorrow = new Date(Date.now() + DAY_MS);
  await planBackup(app, tomorrow);
  await backupEnded(app);
  // The time of the run is the real one.
  await sql`update backups set started_at = now() + interval '1 day'`.execute(app.db);
  await planBackup(app, new Date(tomorrow.getTime() + 60_000));
  await backupEnded(app);
  const { list } = await admin.call(backupList, {});
  expect(list).toMatchObject([{ status: 'done', place: path.join(top, 'backups'), problems: 0 }]);
  for (let n = 0; n < 2; n++) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await startBackup(app);
    await backupEnded(app);
  }
  const kept = diskStorage(path.join(top, 'backups'));
  expect((await listBackups(kept)).finished).toHaveLength(2);
  expect(await status()).toMatchObject({ state: 'ok', text: expect.stringContaining(path.join(top, 'backups')) });
  const metrics = await (await fetch(`${server.base}/metrics`)).text();
  expect(Number(/atrium_backup_last_success_seconds (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(1_700_000_000);
  const { data } = await admin.call(auditList, { action: 'backup.done' });
  expect(data).toHaveLength(3);
});

test('two backups at once are refused, and a full disk leaves the earlier ones', { timeout: 60_000 }, async () => {
  const { app } = server;
  const folder = path.join(top, 'full');
  const good = diskStorage(folder);
  const first = await makeBackup(app, good);
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  let left = 20;
  const short = {
    ...good,
    put: (...args: Parameters<typeof good.put>) => (left-- > 0 ? good.put(...args) : Promise.reject(full)),
  };
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await expect(makeBackup(app, short)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await listBackups(good)).toEqual({ finished: [first.manifest.id], begun: [] });

  const [one, two] = await Promise.allSettled([makeBackup(app, good), makeBackup(app, good)]);
  const refused = [one, two].filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect((refused[0] as PromiseRejectedResult).reason.message).toContain('Another backup');
});

test('administrators start a backup into a bucket; its secret is not returned', { timeout: 60_000 }, async () => {
  const { app } = server;
  const bucket = s3.text(s3.address());
  const keys = s3.address().keys ?? { id: '', secret: '' };
  const save = { type: 'save', open: 'open', place: 'bucket' } as const;
  await expect(admin.call(backupSetting, { ...save, bucket })).rejects.toMatchObject({
    data: { code: 'backup.secret' },
  });
  await expect(admin.call(backupSetting, { ...save, bucket: '/etc', secret: 'x' })).rejects.toMatchObject({
    data: { code: 'backup.address' },
  });
  // Only public servers, and those that the operator trusts.
  const inside = 's3://bucket/a?endpoint=http://169.254.169.254';
  await expect(admin.call(backupSetting, { ...save, bucket: inside, key_id: 'x', secret: 'x' })).rejects.toMatchObject({
    data: { code: 'address.plain' },
  });
  const saved = await admin.call(backupSetting, { ...save, bucket, key_id: keys.id, secret: keys.secret });
  expect(saved).toMatchObject({ place: 'bucket', has_secret: true });
  expect(saved).not.toHaveProperty('secret');
  const { rows } = await sql<{ text: string }>`
    select value::text as text from settings where name = 'backup'`.execute(app.db);
  expect(rows[0]?.text).toContain('"secret": "sealed:1:');
  const [change] = (await admin.call(auditList, { action: 'setting.changed', pagesize: 1 })).data;
  expect(change?.detail).toMatchObject({ changes: { secret: { to: '••••••' } } });
  await expect(admin.call(backupSetting, { type: 'save', bucket: 's3://other/x' })).rejects.toMatchObject({
    data: { code: 'backup.secret' },
  });
  const both = await Promise.allSettled([admin.call(backupRun, {}), admin.call(backupRun, {})]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find((each) => each.status === 'rejected')?.reason).toMatchObject({ data: { code: 'backup.running' } });
  await runJobs(server);
  await backupEnded(app);
  expect((await admin.call(backupList, {})).list[0]).toMatchObject({ status: 'done', error: '' });
  // Done by the person who asked for it.
  const [made] = (await admin.call(auditList, { action: 'backup.done', pagesize: 1 })).data;
  expect(made).toMatchObject({ userid: admin.userid, ip: '127.0.0.1' });
});

test('administrators are warned once when there was no backup for two days', { timeout: 60_000 }, async () => {
  const { app } = server;
  const messages = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from messages
      where msg ->> 'title' = 'No backup for two days'`.execute(app.db);
    return rows[0]?.n;
  };
  await warnOfMissing(app);
  expect(await messages()).toBe(0);
  const late = new Date(Date.now() + 3 * DAY_MS);
  await warnOfMissing(app, late);
  await warnOfMissing(app, new Date(late.getTime() + DAY_MS));
  expect(await messages()).toBe(1);
  await warnOfMissing(app, new Date(late.getTime() + 3 * DAY_MS));
  expect(await messages()).toBe(2);
});

test('a workspace without any backup reminds its administrators, by mail too, until one of them turns it off', async () => {
  const box = await openMailbox();
  const young = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_unsaved_')), smtpUrl: box.url });
  try {
    const boss = await person('boss', { server: young });
    const bo = await person('bo', { server: young });
    const finding = async () => (await boss.call(systemStatus, {})).checks.find(({ name }) => name === 'backup');
    await sql`update schema_migrations set at = now()`.execute(young.app.db);
    await warnOfMissing(young.app);
    expect(await finding()).toMatchObject({ state: 'warn' });
    await sql`update schema_migrations set at = now() - interval '3 days'`.execute(young.app.db);
    expect(await finding()).toMatchObject({ state: 'bad', text: expect.stringContaining('There is no backup') });
    await warnOfMissing(young.app);
    await warnOfMissing(young.app);
    await runJobs(young);
    expect(box.to(boss.email).map(({ subject }) => subject)).toEqual(['This workspace has no backup · Atrium']);
    expect(box.to(boss.email)[0]?.text).toContain('/manage/setting/backup');
    expect(box.to(bo.email)).toEqual([]);
    expect((await boss.call(backupSetting, {})).is_reminded).toBe(true);
    expect((await boss.call(backupSetting, { type: 'save', open: 'close' })).is_reminded).toBe(false);
    expect(await finding()).toMatchObject({ state: 'warn' });
    await warnOfMissing(young.app, new Date(Date.now() + 5 * DAY_MS));
    await runJobs(young);
    expect(box.to(boss.email)).toHaveLength(1);
  } finally {
    await young.close();
    await box.close();
  }
});

test('a bucket that cannot be used is refused also while the schedule is off, and in the reader’s words', async () => {
  const quiet = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_off_')) });
  try {
    const boss = await person('boss', { server: quiet });
    const keys = { place: 'bucket', key_id: 'x', secret: 'x' } as const;
    const save = (endpoint: string) =>
      boss.call(backupSetting, { type: 'save', open: 'close', ...keys, bucket: `s3://backups/a?endpoint=${endpoint}` });
    await expect(save('http://s3.example.org')).rejects.toMatchObject({ data: { code: 'address.plain' } });
    await expect(save('https://10.0.0.1')).rejects.toThrow('10.0.0.1 is not on the public internet.');
    // Turning it off does not ask the place.
    await boss.call(backupSetting, { type: 'save', open: 'close' });
  } finally {
    await quiet.close();
  }
});

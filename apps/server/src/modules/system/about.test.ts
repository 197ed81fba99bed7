import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { systemColumnTemplate, systemPriority, systemSetting } from '@atrium/contract/workspace/settings.ts';
import { storageCheck } from '@atrium/contract/workspace/storage.ts';
import { systemLicense, systemUpdatelog, systemVersion } from '@atrium/contract/workspace/system.ts';
import { expect, test, vi } from 'vitest';
import { diskStorage } from '#platform/files/diskStorage';
import type { OpenStream } from '#platform/outside/outbound';
import { cloneTemplate } from '#testing/database';
import { administrator, person, refused, startServer, unique } from '#testing/world';

// covers C7-04
test('settings, priorities, column templates and the license are read without a sign-in', async () => {
  const admin = await administrator();
  expect(await admin.call(systemSetting, {})).toMatchObject({ server_timezone: 'UTC', system_alias: 'Atrium' });
  // The levels are the workspace's own: other tests change them.
  expect(await admin.call(systemPriority, {})).toContainEqual(
    expect.objectContaining({ priority: 1, days: 1, name: expect.any(String), color: expect.stringMatching(/^#/) }),
  );
  expect((await admin.call(systemColumnTemplate, {})).every(({ columns }) => columns.length > 0)).toBe(true);
  const license = await admin.call(systemLicense, {});
  expect(license).toMatchObject({ license: 'Apache-2.0', info: { people: 0, expired_at: null }, error: [] });
  const before = license.user_count;
  await person('one_more');
  expect((await admin.call(systemLicense, {})).user_count).toBe(before + 1);
});

// covers A3-15
test('the version names where clients are published', async () => {
  const ada = await person('ada');
  const answer = await ada.call(systemVersion, {});
  expect(answer).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    device_count: 1,
    // Nothing leaves the server until an administrator has named a place.
    publish: { provider: 'generic', url: '', owner: '', repo: '', version: '' },
    privacy_url: '',
  });
});

// covers A3-15, A7-25
test('the newest release of a named repository is looked up once in 600 seconds', async () => {
  const asked: string[] = [];
  let answer = JSON.stringify({ html_url: 'https://github.com/acme/atrium/releases/tag/v2.3.0', tag_name: 'v2.3.0' });
  let status = 200;
  const host = Promise.withResolvers<void>();
  const openStream: OpenStream = async ({ url, method }) => {
    asked.push(`${method} ${url}`);
    await host.promise;
    const stream = Object.assign(Readable.from([Buffer.from(answer)]), { statusCode: status, headers: {} });
    return stream as unknown as IncomingMessage;
  };
  const server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_release_')) });
  server.app.openStream = openStream;
  const admin = await person('admin', { server });
  const published = async () => (await admin.call(systemVersion, {})).publish;
  await admin.call(systemSetting, {
    type: 'save',
    client_url: 'https://get.example/',
    privacy_url: 'https://p.example/',
  });
  expect(await published()).toMatchObject({ provider: 'generic', url: 'https://get.example/' });
  expect((await admin.call(systemVersion, {})).privacy_url).toBe('https://p.example/');
  expect(asked).toEqual([]);

  await admin.call(systemSetting, { type: 'save', client_url: '', client_repo: 'acme/atrium' });
  const page = 'https://github.com/acme/atrium/releases/tag/v2.3.0';
  const releases = 'https://github.com/acme/atrium/releases';
  // Nobody waits for the code host.
  const first = await Promise.all([published(), published()]);
  expect(first[0]).toEqual({ provider: 'github', url: releases, owner: 'acme', repo: 'atrium', version: '' });
  host.resolve();
  const known = { provider: 'github', url: page, owner: 'acme', repo: 'atrium', version: '2.3.0' };
  await expect.poll(published).toEqual(known);
  expect(asked).toEqual(['GET https://api.github.com/repos/acme/atrium/releases/latest']);
  const clock = vi.spyOn(Date, 'now');
  const now = Date.now();
  answer = JSON.stringify({ html_url: 'https://evil.example/', tag_name: 'nightly' });
  clock.mockReturnValue(now + 599_000);
  expect(await published()).toEqual(known);
  expect(asked).toHaveLength(1);
  // A page elsewhere is not linked, and a tag that is no version names none.
  clock.mockReturnValue(now + 601_000);
  await expect.poll(published).toMatchObject({ url: releases, version: '' });
  // A host that fails is asked as rarely, and an endless answer is not read.
  for (const [at, broken] of [
    [1_300_000, 'x'.repeat(2 * 1024 * 1024)],
    [2_000_000, 'no json'],
  ] as const) {
    answer = broken;
    status = broken === 'no json' ? 403 : 200;
    clock.mockReturnValue(now + at);
    await published();
    await expect.poll(() => asked.length).toBe(at < 2_000_000 ? 3 : 4);
    expect(await published()).toMatchObject({ url: releases, version: '' });
  }
  expect(asked).toHaveLength(4);
  clock.mockRestore();
  await server.close();
});

test('a download page needs https, and a repository an owner and a name', async () => {
  const admin = await administrator();
  for (const change of [
    { client_url: 'http://get.example/' },
    { privacy_url: 'javascript:alert(1)' },
    { client_repo: 'atrium' },
    { client_repo: 'acme/..' },
    { client_repo: '../acme/atrium' },
    { client_repo: 'acme/atrium?x=1' },
  ]) {
    const code = 'client_repo' in change ? 'setting.repo' : 'setting.address';
    await expect(admin.call(systemSetting, { type: 'save', ...change })).rejects.toMatchObject({ data: { code } });
  }
});

test('release notes come newest first in Markdown', async () => {
  const ada = await person('ada');
  const { logVersion, updateLog } = await ada.call(systemUpdatelog, {});
  // Links into the repository lead nowhere from the screen.
  expect(updateLog).not.toMatch(/\]\((?!https?:)/);
  expect(updateLog).toContain('**Inbox:**');
  expect(logVersion).toMatch(/^\d/);
  expect(updateLog).toMatch(/^## Version/);
});

// covers A7-04
test('a shell gets a list of large files to prefetch, a browser an empty one', async () => {
  const webDir = await mkdtemp(path.join(tmpdir(), 'atrium-web-'));
  await mkdir(path.join(webDir, 'assets'));
  await writeFile(path.join(webDir, 'index.html'), '<!doctype html>');
  await writeFile(path.join(webDir, 'assets/large.js'), 'x'.repeat(60 * 1024));
  await writeFile(path.join(webDir, 'assets/small.js'), 'x');
  const server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_about_')), webDir });
  const ask = async (agent: string) =>
    (await fetch(`${server.base}/api/system/prefetch`, { headers: { 'user-agent': agent } })).json();
  expect(await ask('Mozilla/5.0 Chrome/140.0 Electron/39.0')).toEqual([
    expect.stringMatching(/^http.*\/assets\/large\.js$/),
  ]);
  expect(await ask('Mozilla/5.0 Chrome/140.0')).toEqual([]);
  // One worker may run WebAssembly; pages and other scripts may not.
  const blur = 'assets/blur-1/gaussian-blur-background-processor.js';
  await mkdir(path.join(webDir, 'assets/blur-1'));
  await writeFile(path.join(webDir, blur), 'x');
  const allowed = ['', 'assets/small.js', blur].map(async (file) => {
    const answer = await fetch(`${server.base}/${file}`, { headers: { accept: 'text/html,*/*' } });
    return answer.headers.get('content-security-policy')?.includes('wasm-unsafe-eval');
  });
  expect(await Promise.all(allowed)).toEqual([false, false, true]);
  await server.close();
});

test('the storage test leaves the storage unchanged', async () => {
  const filesDir = await mkdtemp(path.join(tmpdir(), 'atrium-files-'));
  const storage = diskStorage(filesDir);
  const server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_store_')), storage });
  const admin = await person('admin', { server });
  const { folder, free } = await admin.call(storageCheck, {});
  expect([folder, free > 0]).toEqual([filesDir, true]);
  const left = await readdir(filesDir, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
  // A file in the folder's place: nothing can be stored there.
  await rm(filesDir, { recursive: true });
  await writeFile(filesDir, '');
  await expect(admin.call(storageCheck, {})).rejects.toMatchObject({ data: { code: 'check.storage' } });
  await server.close();
});

test('a workday has two times, the end after the start', async () => {
  const admin = await administrator();
  const before = (await admin.call(systemSetting, { type: 'all' })).task_default_time;
  for (const task_default_time of [['18:00', '09:00'], ['09:00'], ['09:00', '09:00'], []]) {
    await expect(admin.call(systemSetting, { type: 'save', task_default_time })).rejects.toMatchObject({
      data: { code: 'setting.times' },
    });
  }
  await expect(admin.call(systemSetting, { type: 'save', task_default_time: ['9', '25:00'] })).rejects.toMatchObject(
    refused('parameter'),
  );
  const saved = await admin.call(systemSetting, { type: 'save', task_default_time: ['08:30', '17:00'] });
  expect(saved.task_default_time).toEqual(['08:30', '17:00']);
  await admin.call(systemSetting, { type: 'save', task_default_time: before });
});

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  storageCheck,
  systemColumnTemplate,
  systemLicense,
  systemPriority,
  systemSetting,
  systemUpdatelog,
  systemVersion,
} from '@atrium/contract/workspace/system.ts';
import { expect, test } from 'vitest';
import { diskStorage } from '#platform/files/diskStorage';
import { cloneTemplate } from '#testing/database';
import { administrator, person, startServer, unique } from '#testing/world';

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
    publish: { provider: 'generic', url: '', owner: '', repo: '' },
  });
});

test('release notes come newest first in Markdown', async () => {
  const ada = await person('ada');
  const { logVersion, updateLog } = await ada.call(systemUpdatelog, {});
  // Links into the repository lead nowhere from the screen.
  expect(updateLog).not.toMatch(/\]\((?!https?:)/);
  expect(updateLog).toContain('AI assistants of your choice');
  expect(logVersion).toMatch(/^\d/);
  expect(updateLog).toMatch(/^## \[/);
  expect(updateLog).toContain('### Chat');
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
  await expect(admin.call(storageCheck, {})).rejects.toMatchObject({ ret: 0, data: { code: 'check.storage' } });
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
  await expect(admin.call(systemSetting, { type: 'save', task_default_time: ['9', '25:00'] })).rejects.toMatchObject({
    ret: 0,
  });
  const saved = await admin.call(systemSetting, { type: 'save', task_default_time: ['08:30', '17:00'] });
  expect(saved.task_default_time).toEqual(['08:30', '17:00']);
  await admin.call(systemSetting, { type: 'save', task_default_time: before });
});

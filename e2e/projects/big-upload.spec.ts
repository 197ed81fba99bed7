import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { driveLists, driveOne } from '@atrium/contract/files/drive.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';

test.use({ workspace: { name: 'big-upload', administrator: 'Ada' } });

const MB = 1024 * 1024;
const SIZE_MB = 1000;

test('an upload of a gigabyte survives a crash of the server and a reload of the page', {
  tag: '@long',
}, async ({ seat, server, administrator: ada }) => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-big-'));
  const file = path.join(folder, 'Recording.bin');
  try {
    const handle = await open(file, 'w');
    // Parts that were mixed up would show in the checksum.
    for (let step = 0; step < SIZE_MB / 10; step++) await handle.write(randomBytes(10 * MB));
    await handle.close();
    const { page } = await seat(ada);
    await page.goto('/manage/file');
    const choose = async () => {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Upload files' }).click();
      await (await choosing).setFiles(file);
    };
    await choose();
    const bar = page.getByLabel(/^Uploading Recording\.bin: \d+%/);
    const shareOf = async () => Number(/(\d+)%/.exec((await bar.getAttribute('aria-label')) ?? '')?.[1] ?? 0);
    const pause = page.getByRole('button', { name: 'Pause Recording.bin' });
    // First its checksum is computed.
    await expect(page.getByText('Checking whether it’s already here…')).toBeVisible();
    await expect(page.getByText('Checking whether it’s already here…')).toBeHidden({ timeout: 60_000 });
    await expect.poll(shareOf, { timeout: 60_000 }).toBeGreaterThan(10);
    await server.kill();
    await server.restart();
    const before = await shareOf();
    await expect.poll(shareOf, { timeout: 60_000 }).toBeGreaterThan(before + 5);

    await pause.click();
    await expect(page.getByText(/^Paused ·/)).toBeVisible();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByText('Interrupted. Choose the same file to continue.')).toBeVisible();
    await page.locator('input[type=file][aria-label="Choose file"]').setInputFiles(file);
    await expect(page.getByRole('button', { name: 'Recording.bin', exact: true }).first()).toBeVisible({
      timeout: 120_000,
    });
    const [there] = await ada.call(driveLists, { pid: 0 });
    expect(there).toMatchObject({ name: 'Recording', ext: 'bin', size: SIZE_MB * MB });
    const { key, path: address } = await ada.call(driveOne, { id: String(there?.id) });
    const stored = createHash('sha256');
    const answer = await fetch(`${server.base}/${address}?key=${key}`);
    for await (const chunk of answer.body ?? []) stored.update(chunk as Uint8Array);
    const sent = createHash('sha256');
    for await (const chunk of createReadStream(file)) sent.update(chunk as Buffer);
    expect(stored.digest('hex')).toBe(sent.digest('hex'));

    // The same file again is not sent: the checksum is enough.
    await choose();
    await page.getByRole('button', { name: 'Keep both' }).click();
    await expect.poll(async () => (await ada.call(driveLists, { pid: 0 })).length, { timeout: 60_000 }).toBe(2);
  } finally {
    await rm(folder, { recursive: true });
  }
});

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';

test.use({ workspace: { name: 'backup', administrator: 'Ada' } });

const RESTORE = path.resolve(import.meta.dirname, '../../apps/server/src/cli/restore.ts');

// Server tests restore backups in every run; this adds the page.
test('a workspace that was lost comes back from the backup of the settings page, and its record says so', {
  tag: '@long',
}, async ({ seat, server, administrator: ada, account }) => {
  test.setTimeout(120_000);
  const bo = await account('Bo');
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  await ada.call(msgSendtext, { dialog_id: dialog.id, text: 'Said before the disaster' });

  const { page } = await seat(ada);
  await page.goto('/manage/setting/backup');
  await page.getByLabel('Back up daily').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByRole('list', { name: 'Latest backups' }).getByText('Done')).toBeVisible({ timeout: 30_000 });
  await ada.call(msgSendtext, { dialog_id: dialog.id, text: 'Said after the backup' });

  await server.stop();
  const lost = await mkdtemp(path.join(tmpdir(), 'atrium-lost-'));
  for (const part of ['postgres', 'files']) await rename(path.join(server.dataDir, part), path.join(lost, part));
  const env = { ...process.env, ATRIUM_DATA: server.dataDir, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [RESTORE, path.join(server.dataDir, 'backups')], {
    env,
  });
  expect(stdout).toContain('Start Atrium.');
  await server.restart();
  await rm(lost, { recursive: true, force: true });

  await page.goto(`/manage/messenger/${dialog.id}`);
  await expect(page.getByText('Said before the disaster').first()).toBeVisible();
  await expect(page.getByText('Said after the backup')).toHaveCount(0);

  await page.goto('/manage/setting/audit');
  const log = page.getByRole('list', { name: 'Audit log' });
  await expect(log.getByText('Restored a backup')).toBeVisible();
  await expect(log.getByText('Back up daily: Off → On')).toBeVisible();
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Created an account' }).click();
  await expect(log.getByText('Restored a backup')).toHaveCount(0);
  await expect(log.getByRole('listitem').filter({ hasText: 'Created an account' })).toHaveCount(2);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(3);
});

import { driveAdd } from '@atrium/contract/files/drive.ts';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { pdfBytes, wordBytes } from '../support/documents.ts';
import { test } from '../support/fixtures.ts';
import type { Person } from '../support/people.ts';

let ada: Person;
test.beforeAll(async ({ account }) => {
  ada = await account('Ada');
});

test('files are found by their content, and their details are beside them', { tag: '@long' }, async ({ seat }) => {
  const { page } = await seat(ada);
  for (const name of ['Contracts', 'Harbor plans', 'Photos']) await ada.call(driveAdd, { name, type: 'folder' });
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#3a7ca5' } })
    .png()
    .toBuffer();
  await page.goto('/manage/file');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  const files: [string, Buffer][] = [
    ['Almanac.pdf', pdfBytes(3)],
    ['Offer.docx', wordBytes('The keel costs more than the mast')],
    ['Pier.png', picture],
    ['Notes.txt', Buffer.from('Ropes and anchors')],
  ];
  await (await chooser).setFiles(
    files.map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer })),
  );
  await expect(page.getByText('Uploads complete')).toBeVisible();

  const search = page.getByRole('textbox', { name: 'Search files' });
  await expect(async () => {
    await search.fill('');
    await search.fill('tides boats');
    await expect(page.locator('[data-file] mark').first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.locator('[data-file]')).toHaveCount(1);
  await page.locator('[data-file]').filter({ hasText: 'Almanac.pdf' }).click();
  await expect(page.locator('[data-page-number="1"] .textLayer')).toContainText('Chapter 1');
  await page.keyboard.press('Escape');
  await search.fill('');

  await expect(page.getByRole('region', { name: 'Recent' }).getByText('Almanac.pdf')).toBeVisible();
  // Beside the files from the start, where there is room; a key hides and shows them.
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel).toBeVisible();
  await page.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'Almanac.pdf', exact: true }).focus();
  await page.keyboard.press('i');
  await expect(panel).toBeHidden();
  await page.keyboard.press('i');
  await expect(panel.getByRole('region', { name: 'Opened by' }).getByText('Ada')).toBeVisible();
});

import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';

/** One pixel, and another one. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('an administrator uploads stickers, and somebody else finds one and sends it', { tag: '@long' }, async ({
  seat,
  account,
  administrator,
}) => {
  const bo = await account('Bo');
  const { id } = await administrator.call(groupAdd, { userids: [bo.userid], chat_name: 'Zoo' });
  const desk = await seat(administrator);
  await desk.page.goto('/manage/setting/stickers');
  await desk.page.getByLabel('New set').fill('Cats');
  await desk.page.getByRole('button', { name: 'Add', exact: true }).click();
  const cats = desk.page.getByRole('region', { name: 'Cats' });
  const picture = (name: string, buffer = PNG) => ({ name, mimeType: 'image/png', buffer });
  await cats
    .locator('input[type=file]')
    .setInputFiles([picture('loud_meow.png'), picture('purr.png'), picture('no.png', Buffer.from('<svg>'))]);
  await expect(cats.getByRole('listitem')).toHaveCount(2);
  // An invalid image is reported by name, and stops no other.
  await expect(cats.getByRole('alert')).toContainText('no.png');
  await cats.getByRole('textbox', { name: 'Sticker name' }).nth(1).fill('Purring');
  await desk.page.keyboard.press('Enter');

  const { page, complaints } = await seat(bo);
  await page.goto(`/manage/messenger?dialog=${id}`);
  await page.getByRole('button', { name: 'Emoji', exact: true }).click({ timeout: 60_000 });
  await page.getByRole('tab', { name: 'Stickers' }).click();
  await expect(page.getByRole('heading', { name: 'Cats' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search emoji' }).fill('purring');
  await page.getByRole('option', { name: 'Purring' }).click();
  const sent = page.getByRole('article').getByRole('img', { name: 'Purring' });
  await expect(sent).toBeVisible();
  const width = () => sent.evaluate((img: unknown) => (img as { naturalWidth: number }).naturalWidth);
  await expect.poll(width).toBe(1);

  await desk.page.goto(`/manage/messenger?dialog=${id}`);
  await expect(desk.page.getByRole('article').getByRole('img', { name: 'Purring' })).toBeVisible();
  expect([...complaints, ...desk.complaints]).toEqual([]);
});

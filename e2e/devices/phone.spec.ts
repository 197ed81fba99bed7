import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { PHONE } from '../support/people.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Holds a finger down until something appears. */
async function hold(page: Page, on: Locator, until: Locator): Promise<void> {
  // Not while the list is still moving.
  await on.tap({ trial: true });
  const box = await on.boundingBox();
  const at = { x: (box?.x ?? 0) + 6, y: (box?.y ?? 0) + 6 };
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [at]);
  await expect(until).toBeVisible();
  await touch('touchEnd', []);
  await finger.detach();
}

test('a phone’s whole day in the messenger: find, open, write, edit, share, speak, search, and back', async ({
  seat,
  account,
}) => {
  const [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
  const { id: dialog_id } = await bo.call(groupAdd, { userids: [ada.userid], chat_name: 'Ferry' });
  await bo.call(msgSendtext, { dialog_id, text: 'When does it leave?' });
  const { page, complaints } = await seat(ada, {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  const article = (text: string) => page.getByRole('article').filter({ hasText: text });
  const field = page.getByRole('textbox', { name: 'Message Ferry' });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const menu = page.getByRole('menu');
  const act = async (text: string, item: string) => {
    // A pending message has no menu yet.
    await expect(article(text)).not.toHaveAttribute('data-message', /-/);
    await hold(page, article(text).getByText(text), menu);
    await menu.getByRole('menuitem', { name: item, exact: true }).tap();
  };

  // From the list to the full-screen conversation.
  await page.goto('/manage/messenger');
  const row = page.locator('[data-dialog]', { hasText: 'Ferry' });
  await expect(row).toContainText('When does it leave?');
  await row.tap();
  await expect(article('When does it leave?')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden();

  await field.tap();
  await field.fill('At nine');
  await send.tap();
  await act('When does it leave?', 'Reply');
  await field.fill('From the old pier');
  await send.tap();
  await expect(article('From the old pier')).toContainText('When does it leave?');
  await act('At nine', 'Edit');
  await expect(field).toHaveText('At nine');
  await field.fill('At ten');
  await page.getByRole('button', { name: 'Save', exact: true }).or(send).first().tap();
  await expect(article('At ten')).toContainText('edited');
  await field.fill('A slip');
  await send.tap();
  await act('A slip', 'Delete for everyone');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for everyone' }).tap();
  await expect(article('A slip')).toHaveCount(0);

  // A picture from the phone, opened over everything else.
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Insert' }).tap();
  await page.getByRole('menuitem', { name: 'Send image' }).tap();
  await (await choosing).setFiles({ name: 'pier.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByRole('button', { name: 'Send 1 file' }).tap();
  await page.getByRole('button', { name: 'Open image pier.png' }).tap();
  await expect(page.getByRole('dialog', { name: 'File viewer' }).getByRole('img', { name: 'pier.png' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();

  // A voice message while the finger is held.
  await hold(page, page.getByRole('button', { name: 'Record voice message' }), page.getByText('0:01'));
  await expect(page.getByRole('article').getByRole('button', { name: /Play voice/ })).toBeVisible();

  await page.getByRole('button', { name: 'Emoji', exact: true }).tap();
  await page.getByRole('textbox', { name: 'Search emoji' }).fill('anchor');
  await page.getByRole('option', { name: 'anchor' }).tap();
  await send.tap();
  await expect(article('⚓')).toBeVisible();

  // Its members, and its shared content.
  await page.getByRole('button', { name: 'Members', exact: true }).tap();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Bo', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Images' }).tap();
  await expect(panel.getByRole('button', { name: 'Open image pier.png' })).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).first().tap();
  await page.getByRole('button', { name: 'More chat actions' }).tap();
  await page.getByRole('menuitem', { name: 'Search in chat' }).tap();
  await page.getByRole('textbox', { name: 'Search in chat' }).fill('pier');
  await expect(page.getByText('2/2')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).tap();
  // Nothing is wider than the screen.
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  await page.getByRole('button', { name: 'Back' }).tap();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await expect(row).toContainText('⚓');

  // A missing conversation leads back too.
  await page.goto('/manage/messenger?dialog=999999');
  await page.getByRole('main').getByRole('button', { name: 'Messenger' }).tap();
  await expect(row).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the whole message menu is within the window, wherever the finger presses', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
  const { id: dialog_id } = await bo.call(groupAdd, { userids: [ada.userid], chat_name: 'Pier' });
  for (let n = 1; n <= 9; n++) await ada.call(msgSendtext, { dialog_id, text: `Plank ${n}` });
  const { page } = await seat(ada, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto(`/manage/messenger?dialog=${dialog_id}`);
  const menu = page.getByRole('menu');
  for (let n = 1; n <= 9; n += 2) {
    await hold(page, page.getByRole('article').getByText(`Plank ${n}`, { exact: true }), menu);
    const box = await menu.boundingBox();
    expect([n, (box?.y ?? -1) >= 0, (box?.y ?? 0) + (box?.height ?? 0) <= PHONE.height]).toEqual([n, true, true]);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }
});

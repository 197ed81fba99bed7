import { groupAdd } from '@atrium/contract/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/messages.ts';
import { expect, type Page, test } from '@playwright/test';
import { account, PASSWORD, PHONE, seat, signedIn } from './support/people.ts';
import { type RealServer, startRealServer } from './support/server.ts';

let server: RealServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startRealServer();
  await account(server.base, 'Root');
});
test.afterAll(() => server.close());

test('without a server the workspace opens, reads and writes; what was written arrives once, in order', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const [ada, bo] = await Promise.all([account(server.base, 'Ada'), account(server.base, 'Bo')]);
  const group = await ada.call(groupAdd, { chat_name: 'Lighthouse', userids: [bo.userid] });
  await ada.call(msgSendtext, { dialog_id: group.id, text: 'The lamp is lit' });
  const { page, context, complaints } = await seat(browser, server.base, bo, { serviceWorkers: 'allow' });
  await page.goto(`/manage/messenger?dialog=${group.id}`);
  const said = (text: string) => page.getByRole('article').filter({ hasText: text });
  await expect(said('The lamp is lit')).toBeVisible();
  // Kept whole before the server goes, and the last state written (600 ms after the last change).
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated');
  await page.waitForTimeout(1500);

  await server.stop();
  await page.reload();
  await expect(said('The lamp is lit')).toBeVisible();
  const field = page.getByRole('textbox', { name: /Lighthouse/ });
  await field.fill('first from the dark');
  await field.press('Enter');
  await field.fill('second from the dark');
  await field.press('Enter');
  await expect(said('second from the dark')).toBeVisible();
  await page.waitForTimeout(1500);
  await page.reload();
  await expect(said('second from the dark')).toBeVisible();
  await expect(page.getByText(/Network connection failed/)).toBeVisible();
  // A screen that was never opened is there as well.
  await page.goto('/manage/setting/theme');
  await expect(page.getByRole('heading', { name: 'Theme' })).toBeVisible();

  await server.restart();
  const words = async () =>
    (await ada.call(msgList, { dialog_id: group.id })).list.map((each) => String(each.msg['text'])).reverse();
  await expect
    .poll(async () => (await words()).filter((text) => text.includes('from the dark')), { timeout: 60_000 })
    .toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
  expect(complaints.filter((text) => !/Failed to load resource|Failed to fetch/.test(text))).toEqual([]);
  await context.close();
});

test('without a server one writes in two pages and on two devices; one page is closed, and nothing is lost', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const [ada, bo] = await Promise.all([account(server.base, 'Ada'), account(server.base, 'Bo')]);
  const group = await ada.call(groupAdd, { chat_name: 'Night watch', userids: [bo.userid] });
  await ada.call(msgSendtext, { dialog_id: group.id, text: 'Who is awake?' });
  const place = `/manage/messenger?dialog=${group.id}`;
  const desk = await seat(browser, server.base, bo, { serviceWorkers: 'allow' });
  const phone = await seat(browser, server.base, await signedIn(server.base, bo.email, PASSWORD), { viewport: PHONE });
  const left = desk.page;
  const stays = await desk.context.newPage();
  for (const page of [left, stays, phone.page]) {
    await page.goto(place);
    await expect(page.getByRole('article').filter({ hasText: 'Who is awake?' })).toBeVisible();
  }
  await left.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await left.waitForTimeout(1500);

  await server.stop();
  const write = async (page: Page, text: string) => {
    const field = page.getByRole('textbox', { name: /Night watch/ });
    await field.fill(text);
    await field.press('Enter');
    await expect(page.getByRole('article').filter({ hasText: text })).toBeVisible();
  };
  await write(left, 'awake in the first page');
  await write(stays, 'awake in the second page');
  await write(phone.page, 'awake on the phone');
  await left.close();
  await stays.reload();
  for (const text of ['awake in the first page', 'awake in the second page']) {
    await expect(stays.getByRole('article').filter({ hasText: text })).toBeVisible();
  }

  await server.restart();
  const words = async () =>
    (await ada.call(msgList, { dialog_id: group.id })).list
      .map((each) => String(each.msg['text']).replaceAll(/<[^>]*>/g, ''))
      .filter((text) => text.startsWith('awake'))
      .sort();
  const all = ['awake in the first page', 'awake in the second page', 'awake on the phone'];
  await expect.poll(words, { timeout: 60_000 }).toEqual(all);
  for (const page of [stays, phone.page]) {
    for (const text of all) await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(1);
  }
  await Promise.all([desk.context.close(), phone.context.close()]);
});

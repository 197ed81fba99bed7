import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { botList } from '@atrium/contract/chat/bots.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';

/** Named before the server starts, which may reach it although it is on this machine. */
const PORT = 41_875;

test.use({ workspace: { name: 'bots', env: { ATRIUM_LOCAL_HOSTS: `127.0.0.1:${PORT}` } } });

test('a person makes a bot, whose program answers in the conversation', { tag: '@long' }, async ({
  server,
  account,
  seat,
}) => {
  const heard: URLSearchParams[] = [];
  const program = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      heard.push(new URLSearchParams(Buffer.concat(parts).toString()));
      response.end(JSON.stringify({ code: 200, message: `You said **${heard.at(-1)?.get('text') ?? ''}**` }));
    });
  }).listen(PORT, '127.0.0.1');
  await expect.poll(() => (program.address() as AddressInfo | null)?.port).toBe(PORT);
  try {
    const ada = await account('Ada');
    const { page } = await seat(ada);
    await page.goto(`${server.base}/manage/setting/bots`);
    await expect(page.getByText('No bots yet')).toBeVisible();
    await page.getByRole('button', { name: 'New bot' }).click();
    const modal = page.getByRole('dialog', { name: 'New bot' });
    await modal.getByLabel('Name').fill('Echo');
    await modal.getByLabel('Webhook address').fill(`http://127.0.0.1:${PORT}/hook`);
    await modal.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Show token: Echo' }).click();
    const token = page.getByRole('dialog', { name: 'Echo' });
    await expect(token.locator('#bot-token code')).toHaveText(/^[\w-]{40,}$/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open chat: Echo' }).click();
    const chat = page.getByRole('dialog');
    const composer = chat.getByRole('textbox').last();
    await composer.fill('hello there');
    await composer.press('Enter');
    await expect(page.getByText('You said hello there')).toBeVisible();
    await composer.fill('/info');
    await composer.press('Enter');
    await expect(page.getByText('About this bot')).toBeVisible();
    // covers B7-14, B6-06
    await composer.fill('/api');
    await composer.press('Enter');
    await expect(page.getByText('POST /api/dialog/msg/sendtext')).toBeVisible();
    await expect(page.getByText('This bot has no sessions')).toBeVisible();
    expect(heard).toHaveLength(1);
    await page.goto(`${server.base}/manage/setting/bots`);
    await page.getByRole('button', { name: 'Recent calls: Echo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => heard.length).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete bot: Echo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete bot' }).click();
    await expect(page.getByText('No bots yet')).toBeVisible();
    expect((await ada.call(botList, {})).list).toEqual([]);
  } finally {
    program.close();
  }
});

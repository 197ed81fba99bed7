import { assistantBot, assistantSetting, sessionCreate } from '@atrium/contract/chat/assistants.ts';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { expect } from '@playwright/test';
import { test as base } from '../support/fixtures.ts';
import { startModels } from '../support/models.ts';
import { PHONE } from '../support/people.ts';

const test = base.extend<object, { models: Awaited<ReturnType<typeof startModels>> }>({
  models: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that no other fixture is needed.
    async ({}, use) => {
      const models = await startModels((words) => `You said **${words}**`);
      await use(models);
      models.close();
    },
    { scope: 'worker' },
  ],
  workspace: [
    ({ models }, use) => use({ name: 'assistants', administrator: 'Ada', env: { ATRIUM_LOCAL_HOSTS: models.host } }),
    { scope: 'worker' },
  ],
});

test.use({ actionTimeout: 8000 });

// covers B9-16, C1-03, C7-44, C9-14
test('an administrator adds an assistant and chats in sessions; forwarding starts a new one unless changed', {
  tag: '@long',
}, async ({ seat, administrator, models }) => {
  const { page, complaints } = await seat(administrator);
  await page.goto('/manage/setting/assistant');
  await page.getByRole('button', { name: 'ChatGPT' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill('sk-secret');
  await page.getByRole('textbox', { name: 'Address' }).fill(models.url);
  await page.getByRole('textbox', { name: /^Models/ }).fill('small\nlarge');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText(/Answered “You said/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: /^ChatGPT/ }).click();
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveAttribute('placeholder', /A key is saved/);

  await page.goto('/manage/messenger/contacts');
  await page
    .getByRole('region', { name: 'Assistants' })
    .getByRole('button', { name: /ChatGPT/ })
    .click();
  const field = page.getByRole('textbox', { name: /^Message / });
  const log = page.getByRole('log');
  await field.fill('Good morning');
  await field.press('Enter');
  await expect(log.getByRole('strong')).toHaveText('Good morning');
  await page.getByRole('button', { name: 'New session' }).click();
  await expect(log.getByText('Good morning')).toHaveCount(0);
  await field.fill('Second talk');
  await field.press('Enter');
  await expect(log.getByRole('strong')).toHaveText('Second talk');
  await page.getByRole('button', { name: 'Previous sessions' }).click();
  const drawer = page.getByRole('dialog', { name: 'Previous sessions' });
  await expect(drawer.getByRole('listitem').first()).toContainText('Second talk');
  await drawer.getByRole('listitem').nth(1).getByRole('button').first().click();
  await expect(log.getByRole('strong')).toHaveText('Good morning');

  // Forwarding to the assistant: with a new session, which is the default.
  const forward = async () => {
    await log.getByText('Oak is dear', { exact: true }).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Forward', exact: true }).click();
    await page.getByRole('dialog').getByText('ChatGPT', { exact: true }).first().click();
    await page.getByRole('button', { name: /^Next/ }).click();
    return page.getByRole('checkbox', { name: 'Start a new session with assistants' });
  };
  const asked = () => models.asked.at(-1)?.messages.filter(({ role }) => role === 'user').length;
  await field.fill('Oak is dear');
  await field.press('Enter');
  await expect(log.getByRole('strong').last()).toHaveText('Oak is dear');
  const first = await forward();
  await expect(first).toBeChecked();
  await page.getByRole('button', { name: /^Send/ }).last().click();
  await expect(log.getByText('Good morning')).toHaveCount(0);
  await expect.poll(asked).toBe(1);
  const again = await forward();
  await again.uncheck();
  await page.getByRole('button', { name: /^Send/ }).last().click();
  await expect.poll(asked).toBe(2);
  await page.reload();
  await expect(await forward()).not.toBeChecked();
  expect(complaints).toEqual([]);
});

test('on a phone assistants are among the contacts, and earlier sessions reopen', { tag: '@long' }, async ({
  seat,
  administrator,
}) => {
  const { page, complaints } = await seat(administrator, {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/manage/messenger/contacts');
  await page
    .getByRole('region', { name: 'Assistants' })
    .getByRole('button', { name: /ChatGPT/ })
    .click();
  await page.getByRole('button', { name: 'Previous sessions' }).click();
  const rows = page.getByRole('dialog', { name: 'Previous sessions' }).getByRole('listitem');
  await rows
    .first()
    .getByRole('button', { name: /^Rename/ })
    .click();
  await rows.first().getByRole('textbox', { name: 'Session name' }).fill('About oak');
  await page.keyboard.press('Enter');
  await expect(rows.first()).toContainText('About oak');
  await rows.last().getByRole('button').first().click();
  await expect(page.getByRole('log').getByRole('strong').first()).toHaveText('Good morning');
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(complaints).toEqual([]);
});

test('a link to a message of an earlier session opens that session, on every device', { tag: '@long' }, async ({
  seat,
  administrator,
  models,
}) => {
  await administrator.call(assistantSetting, { vendor: 'openai', key: 'sk', base_url: models.url, models: 'small' });
  const bot = await administrator.call(assistantBot, { type: 'openai' });
  const { id } = await administrator.call(dialogOpenUser, { userid: bot.userid });
  await administrator.call(sessionCreate, { dialog_id: id });
  const early = await administrator.call(msgSendtext, { dialog_id: id, text: 'Apple cake' });
  await expect.poll(() => models.asked.at(-1)?.messages.at(-1)?.content).toBe('Apple cake');
  await administrator.call(sessionCreate, { dialog_id: id });
  const other = await seat(administrator);
  await other.page.goto(`/manage/messenger?dialog=${id}`);
  await expect(other.page.getByText('No messages yet')).toBeVisible();
  const { page, complaints } = await seat(administrator);
  await page.goto(`/manage/messenger?dialog=${id}&msg=${early.id}`);
  for (const each of [page, other.page]) {
    await expect(each.getByRole('log').getByText('Apple cake', { exact: true }).first()).toBeVisible();
  }
  expect([...complaints, ...other.complaints]).toEqual([]);
});

import { assistantBot, assistantSetting, sessionCreate } from '@atrium/contract/chat/assistants.ts';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { expect, test } from '@playwright/test';
import { startModels } from '../support/models.ts';
import { account, type Person, PHONE, seat } from '../support/people.ts';
import { type RealServer, startRealServer } from '../support/server.ts';

test.use({ actionTimeout: 8000 });
let server: RealServer;
let house: Awaited<ReturnType<typeof startModels>>;
let ada: Person;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  house = await startModels((words) => `You said **${words}**`);
  process.env['ATRIUM_LOCAL_HOSTS'] = house.host;
  server = await startRealServer();
  ada = await account(server.base, 'Ada');
});
test.afterAll(async () => {
  delete process.env['ATRIUM_LOCAL_HOSTS'];
  await server.close();
  house.close();
});

// covers B9-16, C9-14
test('an administrator sets an assistant up and talks with it in sessions; what is forwarded to it begins a new one, until one says otherwise', async ({
  browser,
}) => {
  const { page, context, complaints } = await seat(browser, server.base, ada);
  await page.goto('/manage/setting/assistant');
  await page.getByRole('button', { name: 'ChatGPT' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill('sk-secret');
  await page.getByRole('textbox', { name: 'Address' }).fill(house.url);
  await page.getByRole('textbox', { name: /^Models/ }).fill('small\nlarge');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Set up')).toBeVisible();
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

  // A note to oneself goes to the assistant: with a new session, which is how it is at first.
  const forward = async () => {
    await log.getByText('Oak is dear', { exact: true }).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Forward', exact: true }).click();
    await page.getByRole('dialog').getByText('ChatGPT', { exact: true }).first().click();
    await page.getByRole('button', { name: /^Next/ }).click();
    return page.getByRole('checkbox', { name: 'Start a new session with assistants' });
  };
  const asked = () => house.asked.at(-1)?.messages.filter(({ role }) => role === 'user').length;
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
  await context.close();
});

test('on a phone one finds the assistants among the contacts and goes back to an earlier session', async ({
  browser,
}) => {
  const { page, context, complaints } = await seat(browser, server.base, ada, {
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
  await context.close();
});

test('a link to what was said in an earlier session leads into that session, on every device', async ({ browser }) => {
  await ada.call(assistantSetting, { vendor: 'openai', key: 'sk', base_url: house.url, models: 'small' });
  const bot = await ada.call(assistantBot, { type: 'openai' });
  const { id } = await ada.call(dialogOpenUser, { userid: bot.userid });
  await ada.call(sessionCreate, { dialog_id: id });
  const early = await ada.call(msgSendtext, { dialog_id: id, text: 'Apple cake' });
  await expect.poll(() => house.asked.at(-1)?.messages.at(-1)?.content).toBe('Apple cake');
  await ada.call(sessionCreate, { dialog_id: id });
  const other = await seat(browser, server.base, ada);
  await other.page.goto(`/manage/messenger?dialog=${id}`);
  await expect(other.page.getByText('No messages yet')).toBeVisible();
  const { page, context, complaints } = await seat(browser, server.base, ada);
  await page.goto(`/manage/messenger?dialog=${id}&msg=${early.id}`);
  for (const each of [page, other.page]) {
    await expect(each.getByRole('log').getByText('Apple cake', { exact: true }).first()).toBeVisible();
  }
  expect([...complaints, ...other.complaints]).toEqual([]);
  await other.context.close();
  await context.close();
});

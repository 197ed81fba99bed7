import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';

/** Everything that a page sends and receives, except files of the client itself. */
function wireOf(page: Page): { text: () => string } {
  const parts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) parts.push(request.postData() ?? '');
  });
  page.on('response', async (response) => {
    if (response.url().includes('/api/dialog/msg') || response.url().includes('/api/users/login'))
      parts.push(await response.text().catch(() => ''));
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => parts.push(String(payload)));
    socket.on('framesent', ({ payload }) => parts.push(String(payload)));
  });
  return { text: () => parts.join('\n') };
}

// covers C7-54, C4-28
test('with extra encryption neither passwords nor messages can be read on their way', { tag: '@long' }, async ({
  seat,
  account,
  administrator,
}) => {
  const [ada, bo] = [await account('Ada'), await account('Bo')];
  const settings = await seat(administrator);
  await settings.page.goto('/manage/setting/system#e2e_message');
  const choice = settings.page.getByRole('switch', { name: 'Extra encryption of messages and passwords' });
  await choice.check();
  await settings.page.getByRole('button', { name: 'Save' }).first().click();
  await expect.poll(async () => (await administrator.call(systemSetting, { type: 'all' })).e2e_message).toBe('open');
  try {
    const here = await seat();
    const wire = wireOf(here.page);
    await here.page.goto('/login');
    await here.page.getByLabel('Email').fill(ada.email);
    await here.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await here.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(here.page).toHaveURL(/manage\/dashboard/);
    const there = await seat(bo);
    const otherWire = wireOf(there.page);
    await there.page.goto('/manage/messenger');
    // A page that was signed in before hears of it from the settings, and encrypts from then on.
    await expect.poll(() => otherWire.text()).toContain('"type":"encrypt"');
    const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
    await here.page.goto(`/manage/messenger?dialog=${dialog.id}`);
    const field = here.page.getByRole('textbox', { name: /^Message / });
    await field.click();
    await here.page.keyboard.type('The combination is 4711');
    await field.press('Enter');
    await expect(there.page.getByText('The combination is 4711').first()).toBeVisible();
    for (const text of [wire.text(), otherWire.text()]) {
      expect(text).toContain('"encrypted"');
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain('4711');
    }
    expect([...here.complaints, ...there.complaints]).toEqual([]);
  } finally {
    await administrator.call(systemSetting, { type: 'save', e2e_message: 'close' });
  }
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgVote } from '@atrium/contract/chat/messageActions.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';

/** Named before the server starts, which may reach it although it is on this machine. */
const PORT = 41_876;

test.use({ workspace: { name: 'commands', env: { ATRIUM_LOCAL_HOSTS: `127.0.0.1:${PORT}` } } });

/** A program that deploys: it asks which service, shows a form, and changes its message. */
function deployer() {
  return createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      response.end(JSON.stringify(answerTo(body)));
    });
  }).listen(PORT, '127.0.0.1');
}

function answerTo(body: string): unknown {
  if (!body.startsWith('{')) {
    if (new URLSearchParams(body).get('text') === 'status') return { text: 'All **green**' };
    const actions = [
      { id: 'go', type: 'button', label: 'Deploy', style: 'primary' },
      { id: 'no', type: 'button', label: 'Discard', style: 'danger', confirm: 'Discard this deployment?' },
    ];
    return { response_type: 'in_channel', text: 'Deploy **api** 1.4?', actions };
  }
  const { type, values } = JSON.parse(body) as { type: string; values?: { reason: string } };
  if (type === 'action') {
    const fields = [{ name: 'reason', type: 'text', label: 'Reason', required: true }];
    return { form: { id: 'reason', title: 'Why now?', submit: 'Deploy now', fields } };
  }
  if (values?.reason === 'x') return { errors: { reason: 'Too short' } };
  return { update: { text: `Deployed: ${values?.reason ?? ''}` }, text: 'Thanks' };
}

async function say(page: Page, text: string) {
  const composer = page.getByRole('textbox').last();
  await composer.click();
  await composer.pressSequentially(text);
  await composer.press('Enter');
}

test('a command of a program posts buttons, and a form behind one changes the message', { tag: '@long' }, async ({
  server,
  account,
  seat,
}) => {
  const program = deployer();
  await expect.poll(() => (program.address() as AddressInfo | null)?.port).toBe(PORT);
  try {
    const [ada, bo] = [await account('Ada'), await account('Bo')];
    const { id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Release' });
    const [{ page }, { page: other }] = [await seat(ada), await seat(bo)];
    await page.goto(`${server.base}/manage/setting/bots`);
    await page.getByRole('button', { name: 'New command' }).click();
    const modal = page.getByRole('dialog', { name: 'New command' });
    await modal.getByLabel('Command').fill('deploy');
    await modal.getByLabel('Address').fill(`http://127.0.0.1:${PORT}/deploy`);
    await modal.getByLabel('Display name').fill('Deployer');
    await modal.getByLabel('Arguments').fill('[service]');
    await modal.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Signing secret: deploy' }).click();
    await expect(page.locator('#signing-secret code')).toHaveText(/^whsec_/);
    await page.keyboard.press('Escape');

    for (const each of [page, other]) await each.goto(`${server.base}/manage/messenger?dialog=${id}`);
    const composer = page.getByRole('textbox').last();
    await composer.click();
    await composer.pressSequentially('/de');
    await expect(page.getByRole('option', { name: /\/deploy/ })).toBeVisible();
    await composer.press('Enter');
    await composer.pressSequentially('status');
    await composer.press('Enter');
    const own = page.getByRole('log', { name: 'Only visible to you' });
    await expect(own.getByText('All green')).toBeVisible();
    await own.getByRole('button', { name: 'Close' }).click();

    await say(page, '/deploy api');
    const button = other.getByRole('button', { name: 'Deploy', exact: true });
    await expect(button).toBeVisible();
    await expect(other.getByText('All green')).toBeHidden();
    await button.focus();
    await other.keyboard.press('Enter');
    const form = other.getByRole('dialog', { name: 'Why now?' });
    await form.getByLabel('Reason').fill('x');
    await other.keyboard.press('Enter');
    await expect(form.getByText('Too short')).toBeVisible();
    await form.getByLabel('Reason').fill('Fixes login');
    await other.keyboard.press('Enter');
    for (const each of [page, other])
      await expect(each.getByText('Deployed: Fixes login', { exact: true })).toBeVisible();
    await expect(other.getByText('Thanks')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Discard' })).toBeHidden();
  } finally {
    program.close();
  }
});

test('built-in commands set a status, remind, begin a task and a poll, and mute', { tag: '@long' }, async ({
  server,
  account,
  seat,
}) => {
  const [ada, bo] = [await account('Ada'), await account('Bo')];
  const { id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Garden' });
  const { id: direct } = await bo.call(dialogOpenUser, { userid: ada.userid });
  const [{ page }, { page: other }] = [await seat(ada), await seat(bo)];
  await other.goto(`${server.base}/manage/messenger?dialog=${direct}`);
  await page.goto(`${server.base}/manage/messenger?dialog=${id}`);
  await say(page, '/status 🌴 In Portugal');
  await expect(page.getByText('Status set.')).toBeVisible();
  await expect(other.getByText('🌴 In Portugal')).toBeVisible();
  await say(page, '/remind 20m Water the plants');
  await expect(page.getByText('Reminder added.')).toBeVisible();
  await say(page, '/remind Sow the beans');
  const reminder = page.getByRole('dialog', { name: 'Remind me' });
  await expect(reminder.getByLabel('Remind me about')).toHaveValue('Sow the beans');
  await expect(reminder.getByText('Water the plants')).toBeVisible();
  await page.keyboard.press('Escape');
  await say(page, '/task Buy a spade');
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Buy a spade');
  await page.keyboard.press('Escape');
  await say(page, '/poll Beans or peas?');
  await expect(page.getByRole('dialog').getByLabel('Question')).toHaveValue('Beans or peas?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const list = ['Beans', 'Peas'].map((text, index) => ({ id: index + 1, text }));
  await bo.call(msgVote, { dialog_id: id, text: 'Soup of the day?', list });
  await expect(page.getByText('Soup of the day?', { exact: true })).toBeVisible();
  await say(page, '/vote ');
  const own = page.getByRole('log', { name: 'Only visible to you' });
  await expect(own.getByText('Peas')).toBeVisible();
  await own.getByRole('button', { name: 'Close' }).click();
  await say(page, '/vote peas');
  await expect(page.locator('[data-option="2"]').getByText('1 vote')).toBeVisible();
  await say(page, '/vote 1');
  await expect(page.getByText('No open polls')).toBeVisible();
  await say(page, '/mute');
  await expect(page.getByText('Muted', { exact: true })).toBeVisible();
  await say(page, '/help');
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByText('Reminds you of something')).toBeVisible();
  await page.keyboard.press('Escape');
  // A path is no command.
  await say(page, '/etc/hosts is wrong');
  await expect(page.getByText('/etc/hosts is wrong').last()).toBeVisible();
});

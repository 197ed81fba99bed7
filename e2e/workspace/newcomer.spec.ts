import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgVote } from '@atrium/contract/chat/messageActions.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { expect } from '@playwright/test';
import { hasAlertmanager, startAlertmanager } from '../../apps/server/src/testing/outside/alertmanager.ts';
import { test as base } from '../support/fixtures.ts';
import { startModels } from '../support/models.ts';

/** The model's next answer. */
let say = '';

const test = base.extend<object, { models: Awaited<ReturnType<typeof startModels>> }>({
  models: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that no other fixture is needed.
    async ({}, use) => {
      const models = await startModels(() => say);
      await use(models);
      models.close();
    },
    { scope: 'worker' },
  ],
  workspace: [
    ({ models }, use) => use({ name: 'newcomer', administrator: 'Ada', env: { ATRIUM_LOCAL_HOSTS: models.host } }),
    { scope: 'worker' },
  ],
});

test('a newcomer connects a bot, alerts, a poll, an app and an assistant', { tag: '@long' }, async ({
  administrator,
  account,
  seat,
  models,
}) => {
  test.skip(!hasAlertmanager, 'Debian’s Alertmanager is not installed');
  const bo = await account('Bo');
  const { id } = await administrator.call(groupAdd, { userids: [bo.userid], chat_name: 'Operations' });
  const { page } = await seat(administrator, { permissions: ['clipboard-read', 'clipboard-write'] });

  // A bot.
  await page.goto('/manage/setting/bots');
  await page.getByRole('button', { name: 'New bot' }).click();
  const bot = page.getByRole('dialog', { name: 'New bot' });
  await bot.getByLabel('Name').fill('Deployer');
  await bot.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('button', { name: 'Show token: Deployer' })).toBeVisible();

  // Alertmanager, through a webhook of the group.
  await page.goto(`/manage/messenger?dialog=${id}`);
  await page.getByRole('button', { name: 'Members', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('tab', { name: 'Incoming webhooks' }).click();
  await panel.getByRole('button', { name: 'New webhook' }).click();
  const hook = page.getByRole('dialog', { name: 'New webhook' });
  await hook.getByLabel('Name').fill('Alertmanager');
  await hook.getByRole('button', { name: 'Create' }).click();
  await panel.getByRole('button', { name: 'Copy address: Alertmanager' }).click();
  const url = String(await page.evaluate('navigator.clipboard.readText()'));
  await page.keyboard.press('Escape');
  const alertmanager = await startAlertmanager(`slack_configs: [{ api_url: '${url}', channel: '#alerts' }]`);
  try {
    await alertmanager.raise('DiskFull', 'Disk is full');
    await expect(page.getByRole('log').getByText(/FIRING:1.*DiskFull/)).toBeVisible();
  } finally {
    await alertmanager.stop();
  }

  // A poll, answered by a command.
  const list = ['Clean up', 'Buy a disk'].map((text, index) => ({ id: index + 1, text }));
  await bo.call(msgVote, { dialog_id: id, text: 'What now?', list });
  await expect(page.getByText('What now?', { exact: true })).toBeVisible();
  const composer = page.getByRole('textbox', { name: /^Message / });
  await composer.pressSequentially('/vote buy a disk');
  await composer.press('Enter');
  await expect(page.locator('[data-option="2"]').getByText('1 vote')).toBeVisible();

  // An app.
  await page.goto('/manage/application/store');
  const card = page.getByRole('listitem').filter({ hasText: 'Retrospective' });
  await card.getByRole('button', { name: 'Install' }).click();
  const install = page.getByRole('dialog', { name: 'Install Retrospective' });
  await install.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(card.getByText('Installed')).toBeVisible();

  // An assistant summarizes, and creates tasks.
  await page.goto('/manage/setting/assistant');
  await page.getByRole('button', { name: 'ChatGPT' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill('sk-secret');
  await page.getByRole('textbox', { name: 'Address' }).fill(models.url);
  await page.getByRole('textbox', { name: /^Models/ }).fill('small');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await administrator.call(projectAdd, { name: 'Servers' });
  await bo.call(msgSendtext, { dialog_id: id, text: 'The disk of db1 is old' });
  await page.getByRole('link', { name: /^Messenger/ }).click();
  await page.locator('[data-dialog]', { hasText: 'Operations' }).click();
  await expect(page.getByRole('log').getByText('The disk of db1 is old')).toBeVisible();
  say = 'The disk is **full**';
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Summarize unread messages' }).click();
  await expect(page.getByRole('dialog').getByRole('strong')).toHaveText('full');
  await page.keyboard.press('Escape');
  say = '::: create-task-list\ntitle: Replace the disk\ndesc: of db1\n:::';
  await page.getByRole('log').getByText('The disk of db1 is old').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Find tasks with AI' }).click();
  await page.getByRole('button', { name: 'Create (1)' }).click();
  await expect(page.getByText('Tasks created: 1')).toBeVisible();
});

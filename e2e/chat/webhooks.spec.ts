import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { accessTokenList } from '@atrium/contract/people/accessTokens.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';

test.use({ workspace: { name: 'webhooks' } });

test('a person makes a webhook in a group, another program posts through it, and it is revoked', {
  tag: '@long',
}, async ({ account, seat }) => {
  const [ada, bo] = [await account('Ada'), await account('Bo')];
  const { id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Alerts' });
  const { page } = await seat(ada, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`/manage/messenger?dialog=${id}`);
  await page.getByRole('button', { name: 'Members', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('tab', { name: 'Incoming webhooks' }).click();
  await expect(panel.getByText('No webhooks yet')).toBeVisible();
  await panel.getByRole('button', { name: 'New webhook' }).click();
  const modal = page.getByRole('dialog', { name: 'New webhook' });
  await modal.getByLabel('Name').fill('Alertmanager');
  await modal.getByRole('button', { name: 'Create' }).click();
  await panel.getByRole('button', { name: 'Copy address: Alertmanager' }).click();
  const url = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(url).toMatch(/\/hook\/[0-9a-f]{48}$/);
  await panel.getByRole('button', { name: 'Send test message: Alertmanager' }).click();
  await expect(page.getByText('“Alertmanager” can post here now.').first()).toBeVisible();
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ text: 'disk *full*' }) });
  expect([answer.status, await answer.text()]).toEqual([200, 'ok']);
  await expect(page.getByText('disk full').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Revoke webhook: Alertmanager' }).click();
  await page.getByRole('dialog', { name: 'Revoke webhook' }).getByRole('button', { name: 'Revoke webhook' }).click();
  await expect(panel.getByText('No webhooks yet')).toBeVisible();
  expect((await fetch(url, { method: 'POST', body: '{"text":"late"}' })).status).toBe(404);
});

test('a person makes an access token, a script uses it, and it is revoked', { tag: '@long' }, async ({
  server,
  account,
  seat,
}) => {
  const ada = await account('Ada');
  await ada.call(projectAdd, { name: 'Garden' });
  const { page } = await seat(ada);
  await page.goto(`${server.base}/manage/setting/tokens`);
  await expect(page.getByText('No access tokens yet')).toBeVisible();
  await page.getByRole('button', { name: 'New access token' }).click();
  const modal = page.getByRole('dialog');
  await modal.getByLabel('Name').fill('Backup');
  await modal.getByLabel('Projects and tasks: Read', { exact: true }).check();
  await modal.getByRole('button', { name: 'Create' }).click();
  const shown = page.locator('#access-token code');
  await expect(shown).toHaveText(/^atrium_/);
  const token = await shown.innerText();
  const ask = async (path: string) => {
    const answer = await fetch(`${server.base}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as { ret: number; msg: string };
  };
  expect((await ask('project/lists')).ret).toBe(1);
  expect((await ask('dialog/lists')).msg).toContain('messages:read');
  await modal.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke access token: Backup' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access token' }).click();
  await expect(page.getByText('No access tokens yet')).toBeVisible();
  expect((await ask('project/lists')).ret).toBe(-1);
  expect((await ada.call(accessTokenList, {})).list).toEqual([]);
});

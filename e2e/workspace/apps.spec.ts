import { readFileSync } from 'node:fs';
import path from 'node:path';
import { botEdit } from '@atrium/contract/chat/bots.ts';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { userInfo } from '@atrium/contract/people/profile.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { appRemove } from '@atrium/contract/workspace/appCatalog.ts';
import { appList, microAppMenu } from '@atrium/contract/workspace/microApps.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { zipBytes } from '../support/zip.ts';

/** The app inside the page around it. */
const inside = (page: Page, id: string) => page.frameLocator(`iframe[data-app="${id}"]`).frameLocator('iframe');

// covers A2-13, A2-20, C6-01
test('an administrator installs an app, people use it together, and it is removed', { tag: '@long' }, async ({
  administrator,
  account,
  seat,
}) => {
  const bo = await account('Bo');
  await bo.call(projectAdd, { name: 'Garden' });
  const { page, complaints } = await seat(administrator);
  await page.goto('/manage/dashboard');
  await page.getByRole('link', { name: 'Apps', exact: true }).click();
  await page.getByRole('link', { name: 'App store' }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Retrospective' });
  await card.getByRole('button', { name: 'Install' }).click();
  const modal = page.getByRole('dialog', { name: 'Install Retrospective' });
  await expect(modal.getByText('Projects and tasks: can see and change what the person using it can')).toBeVisible();
  await modal.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(card.getByText('Installed')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Retrospective' }).click();
  const board = inside(page, 'retro');
  await board.getByLabel('Write a card: Actions').fill('Water the plants');
  await board.getByRole('button', { name: 'Add' }).nth(2).click();
  await expect(board.getByText('Water the plants')).toBeVisible();

  const second = await seat(bo);
  await second.page.goto('/manage/application');
  // Administrators are an identity; bots are users too.
  await expect(second.page.getByRole('link', { name: 'Files' }).first()).toBeVisible();
  await expect(second.page.getByRole('link', { name: 'App store' })).toBeHidden();
  expect((await administrator.call(userInfo, {})).identity).toContain('admin');
  expect((await bo.call(userInfo, {})).identity).not.toContain('admin');
  const bot = await bo.call(botEdit, { name: 'Watcher' });
  expect(await bo.call(userBasic, { userid: [bot.id] })).toMatchObject([{ bot: 1 }]);
  await second.page.getByRole('link', { name: 'Retrospective' }).click();
  const theirs = inside(second.page, 'retro');
  await theirs.getByRole('button', { name: 'Vote: Water the plants' }).click();
  // Entries of one person appear with the other.
  await expect(board.getByText('▲ 1')).toBeVisible();
  await theirs.getByRole('button', { name: 'Create task' }).click();
  await theirs.getByLabel('Project').selectOption('Garden');
  await theirs.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(second.page.getByRole('dialog').getByText('Water the plants').first()).toBeVisible();
  await expect(second.page.getByText('Retrospective: The task is created.')).toBeVisible();

  // A window of its own.
  const single = await second.context.newPage();
  await single.goto('/single/apps/retro');
  await expect(inside(single, 'retro').getByText('Water the plants')).toBeVisible();
  await single.goto('/single/apps/nothing');
  await expect(single.getByText('This app isn’t installed.')).toBeVisible();

  await page.goto('/manage/application/store');
  await card.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('dialog', { name: 'Retrospective' }).getByRole('button', { name: 'Remove app' }).click();
  await page.getByRole('dialog', { name: 'Remove app' }).getByRole('button', { name: 'Remove app' }).click();
  await expect(card.getByRole('button', { name: 'Install' })).toBeVisible();
  expect((await bo.call(appList, {})).list).toEqual([]);
  // The script that signs the browser in runs in the app too, and finds no storage there.
  expect(complaints.filter((each) => !each.includes('The document is sandboxed'))).toEqual([]);
});

/** An app that tries what an app must not do, and writes what came of it. */
const PROBE = `
const out = [];
const attempt = async (name, run) => { try { out.push([name, String(await run())]); } catch (error) { out.push([name, 'refused']); } };
await attempt('origin', () => self.origin);
await attempt('cookie', () => document.cookie);
await attempt('storage', () => localStorage.length);
await attempt('parent', () => parent.parent.localStorage.getItem('token'));
await attempt('document', () => parent.document.body.innerHTML.length);
await attempt('top', () => { top.location = 'about:blank'; return 'navigated'; });
await attempt('elsewhere', () => fetch('https://evil.example/').then(() => 'sent'));
await attempt('page', () => fetch('/manage/dashboard').then((answer) => answer.status));
const { connect } = await import('./atrium.js');
const app = await connect();
await attempt('token', async () => (await app.token()).slice(0, 11));
await attempt('allowed', async () => (await app.call('project/lists')).data.length);
await attempt('other', () => app.call('dialog/lists').then(() => 'read'));
await attempt('admin', () => app.call('users/lists').then(() => 'read'));
await attempt('session', () => fetch(app.base + '/api/users/info').then((answer) => answer.text()));
document.body.textContent = JSON.stringify(Object.fromEntries(out));
window.go = () => { location.href = 'https://evil.example/'; };
`;

test('an app cannot reach the page, the sign-in or other servers, and gets only what was allowed', async ({
  administrator,
  seat,
}) => {
  const sdk = await import('node:module');
  const source = readFileSync(path.resolve(import.meta.dirname, '../../packages/app/src/atrium.ts'), 'utf8');
  const manifest = {
    ...{ id: 'probe', name: 'Probe', version: '1.0.0', permissions: ['projects:read'] },
    menu_items: [{ url: 'index.html', location: 'main/menu', type: 'inline' }],
  };
  const zip = zipBytes({
    'atrium.json': JSON.stringify(manifest),
    'index.html':
      '<!doctype html><title>Probe</title><script>document.title="inline"</script><script type="module" src="probe.js"></script><body></body>',
    'probe.js': PROBE,
    'atrium.js': sdk.stripTypeScriptTypes(source),
  });
  const { page } = await seat(administrator);
  await page.goto('/manage/application/store');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Install from a zip' }).click();
  await (await chooser).setFiles({ name: 'probe.zip', mimeType: 'application/zip', buffer: zip });
  await page
    .getByRole('dialog', { name: 'Install Probe' })
    .getByRole('button', { name: 'Install', exact: true })
    .click();
  await page.getByRole('link', { name: 'Probe' }).click();
  const body = inside(page, 'probe').locator('body');
  await expect(body).toContainText('"session"');
  const found = JSON.parse(await body.innerText()) as Record<string, string>;
  expect(found).toMatchObject({
    ...{
      origin: 'null',
      cookie: 'refused',
      storage: 'refused',
      parent: 'refused',
      document: 'refused',
      top: 'refused',
    },
    ...{ elsewhere: 'refused', page: 'refused', token: 'atrium_app_', other: 'refused', admin: 'refused' },
    session: 'refused',
  });
  expect(Number(found['allowed'])).toBeGreaterThanOrEqual(0);
  expect(page.url()).toContain('/manage/application/probe');
  // Its links lead nowhere else: the page around it shows this app only.
  await body.evaluate('window.go()');
  // The browser shows a page of its own instead, which headless ones leave empty.
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true);
  const addresses = page.frames().map((frame) => frame.url());
  expect(addresses.filter((url) => url.startsWith('https://evil'))).toEqual([]);
  // Other specs use this workspace too.
  await administrator.call(appRemove, { appid: 'probe' });
});

test('a hostile zip and address are refused in words, and nothing is installed', { tag: '@long' }, async ({
  administrator,
  seat,
}) => {
  const { page } = await seat(administrator);
  await page.goto('/manage/application/store');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Install from a zip' }).click();
  const buffer = zipBytes({ 'atrium.json': '{}', '../../evil.js': 'x' });
  await (await chooser).setFiles({ name: 'evil.zip', mimeType: 'application/zip', buffer });
  await expect(page.getByText('This zip has entries with forbidden names or links.')).toBeVisible();
  await page.getByRole('button', { name: 'Install from an address' }).click();
  const modal = page.getByRole('dialog', { name: 'Install from an address' });
  await modal.getByLabel('Address of the manifest').fill('https://10.0.0.1/atrium.json');
  await modal.getByRole('button', { name: 'Check' }).click();
  await expect(modal.getByRole('alert')).toContainText('This address can’t be used.');
});

// covers C2-07
test('an own app is added to the main menu, opens where its address says, and sorts among the others', {
  tag: '@long',
}, async ({ server, administrator, account, seat }) => {
  const ada = await account('Ada');
  await ada.call(groupAdd, { userids: [administrator.userid], chat_name: 'Team' });
  const { page } = await seat(administrator);
  await page.goto('/manage/application/store');
  await page.getByRole('button', { name: 'New app' }).click();
  const modal = page.getByRole('dialog', { name: 'New app' });
  await modal.getByLabel('Name').fill('Status page');
  await expect(modal.getByLabel('ID')).toHaveValue('status-page');
  await modal.getByLabel(/^Address( \*)?$/).fill('javascript:alert(1)');
  await modal.getByRole('button', { name: 'Create' }).click();
  await expect(modal.getByRole('alert')).toContainText('menu_items[0].url');
  await modal.getByLabel(/^Address( \*)?$/).fill('{system_base_url}/health/live?u={user_id}');
  await modal.getByLabel('Location').selectOption('Main menu');
  await modal.getByLabel('Visible to').selectOption('Everyone');
  await modal.getByRole('button', { name: 'Create' }).click();
  await expect(modal).toBeHidden();

  const second = await seat(ada);
  await second.page.goto('/manage/dashboard');
  await second.page.getByRole('navigation').getByRole('link', { name: 'Status page' }).click();
  await expect(second.page.getByRole('heading', { name: 'Status page' })).toBeVisible();
  await expect
    .poll(() => second.page.frames().map((frame) => frame.url()))
    .toContain(`${server.base}/health/live?u=${ada.userid}`);
  await second.page.getByRole('button', { name: 'Close' }).click();
  await second.page.getByRole('button', { name: 'Sort apps' }).click();
  const tiles = second.page.getByRole('list', { name: 'Everyday' }).getByRole('listitem');
  await second.page.getByRole('button', { name: 'Move earlier: Calendar' }).click();
  await expect(tiles.first()).toContainText('Calendar');
  await second.page.getByRole('button', { name: 'Done' }).click();
  await second.page.reload();
  await expect(tiles.first()).toContainText('Calendar');
  await administrator.call(microAppMenu, { type: 'save', list: [] });
  await expect(second.page.getByRole('link', { name: 'Status page' })).toHaveCount(0);
});

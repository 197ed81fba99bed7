import { createECDH } from 'node:crypto';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { msgSendfile } from '@atrium/contract/files/files.ts';
import { pushInfo } from '@atrium/contract/people/notifications.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { deviceList } from '@atrium/contract/people/sessions.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { type Person, PHONE } from '../support/people.ts';
import { heardBy, playShell, shellSays } from '../support/shell.ts';

const INFO = {
  ...{ name: 'Atrium', version: '1.2.0', device_name: 'Ada’s desk' },
  ...{ app_brand: 'Acme', app_model: 'Slate 3', app_os: 'OS 9' },
};
const FEATURES = ['badge', 'notify', 'windows', 'open_outside', 'servers', 'updates', 'settings', 'downloads'];

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let ada: Person;
let bo: Person;
test.beforeAll(async ({ account }) => {
  ada = await account('Ada');
  bo = await account('Bo');
});

// covers A1-07, A1-08, A2-58, A7-19
test('a desktop shell and the client talk to each other', { tag: '@long' }, async ({ seat }) => {
  const { page, complaints } = await seat(ada);
  await playShell(page, 'desktop', FEATURES, {
    info: INFO,
    update: { version: '1.3.0', notes: '## 1.3.0\n\n- Faster' },
    servers: { list: [{ url: 'https://branch.example', name: 'Branch', unread: 2 }] },
    settings: {
      ...{ start_at_login: false, screenshot_key: '', lock: false },
      ...{ can_start: true, can_lock: false, can_key: true },
    },
    save_settings: {},
  });
  // A path, as a deep link of the system leads to it.
  await page.goto('/manage/calendar');
  await expect(page).toHaveURL(/\/#\/manage\/calendar$/);
  const modal = page.getByRole('dialog', { name: 'Update available' });
  await expect(modal).toContainText('Version 1.3.0 is available. You have version 1.2.0.');
  await modal.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => heardBy(page, 'install_update')).toHaveLength(1);
  expect(await heardBy(page, 'ready')).toHaveLength(1);
  await expect.poll(() => heardBy(page, 'session')).toEqual([{ say: 'session', userid: ada.userid, name: 'Ada' }]);
  await expect
    .poll(async () => (await ada.call(deviceList, {})).list.map(({ detail }) => detail.device_name))
    .toContain('Ada’s desk');

  // A message is notified by the shell, and answered from there.
  const { id } = await bo.call(dialogOpenUser, { userid: ada.userid });
  await bo.call(msgSendtext, { dialog_id: id, text: 'Lunch?' });
  await expect.poll(() => heardBy(page, 'badge')).toContainEqual({ say: 'badge', count: 1 });
  await expect
    .poll(() => heardBy(page, 'notify'))
    .toContainEqual(expect.objectContaining({ title: 'Bo', body: 'Lunch?', dialog_id: id, reply: 'Reply' }));
  await shellSays(page, { say: 'reply', dialog_id: id, msg_id: 1, text: 'At <b>one</b>' });
  await shellSays(page, { say: 'open_place', place: `/manage/messenger?dialog=${id}` });
  await expect(page.getByText('At <b>one</b>')).toBeVisible();

  // Settings of the shell, its servers, and a link that leaves it.
  await shellSays(page, { say: 'open_place', place: '/manage/setting/app' });
  await page.getByText('Open when you sign in to your computer').click();
  await expect
    .poll(() => heardBy(page, 'save_settings'))
    .toContainEqual(expect.objectContaining({ start_at_login: true }));
  await page.getByRole('button', { name: 'Switch to Branch' }).click();
  await expect
    .poll(() => heardBy(page, 'switch_server'))
    .toEqual([{ say: 'switch_server', url: 'https://branch.example' }]);
  await page.getByRole('button', { name: 'Choose a server' }).click();
  await expect.poll(() => heardBy(page, 'choose_server')).toHaveLength(1);

  // Content of another application waits for its conversation.
  const file = { name: 'plan.txt', type: 'text/plain', bytes: Buffer.from('the plan').toString('base64') };
  await shellSays(page, { say: 'share', text: '', files: [file] });
  await expect(page.getByRole('region', { name: 'Items to share' })).toContainText('plan.txt');
  await page.getByRole('button', { name: /Bo/ }).first().click();
  await page.getByRole('button', { name: 'Send 1 file' }).click();
  await expect(
    page
      .getByRole('link', { name: /plan\.txt/ })
      .or(page.getByText('plan.txt'))
      .first(),
  ).toBeVisible();

  // A file in a window of its own, its download, a picture of the screen, and a release that came meanwhile.
  await page.getByRole('button', { name: 'View plan.txt' }).click();
  await page.getByRole('button', { name: 'Open in new window' }).click();
  await expect
    .poll(() => heardBy(page, 'open_window'))
    .toMatchObject([{ place: expect.stringMatching(/^\/single\/file\/msg\/\d+$/) }]);
  await page.keyboard.press('Escape');
  await shellSays(page, { say: 'download', id: '1', name: 'plan.txt', received: 8, total: 8, state: 'done' });
  await expect(page.getByText('Downloaded plan.txt')).toBeVisible();
  await shellSays(page, { say: 'captured', name: 'screen.png', bytes: PIXEL });
  await expect(page.getByRole('region', { name: 'Items to share' })).toContainText('screen.png');
  // A day later, when its window comes to the front.
  await page.evaluate(() => localStorage.removeItem('update_checked'));
  await shellSays(page, { say: 'active', is_active: true });
  await modal.getByRole('button', { name: 'Later' }).click();
  await expect(modal).toHaveCount(0);
  await shellSays(page, { say: 'update', version: '1.4.0', notes: '' });
  await expect(modal).toContainText('Version 1.4.0 is available.');
  expect(complaints).toEqual([]);
});

// covers A1-07, A4-30, A7-22, B2-14, B2-20
test('a mobile shell and the client talk to each other', { tag: '@long' }, async ({ seat, server }) => {
  await bo.call(userEditdata, { tel: '+49 40 123456' });
  const { id } = await bo.call(dialogOpenUser, { userid: ada.userid });
  const image64 = Buffer.from('the plan').toString('base64');
  await bo.call(msgSendfile, { dialog_id: id, image64, filename: 'plan.txt' });
  const { page, complaints } = await seat(ada, { viewport: PHONE, hasTouch: true, isMobile: true });
  const push = {
    endpoint: 'https://push.example/1',
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: 'YWJjZGVmZ2hpamtsbW5vcA',
  };
  const photo = { id: '7', name: 'IMG_7.jpg', taken_at: Date.now() + 60_000, preview: '' };
  await playShell(page, 'mobile', ['notify', 'call', 'vibrate', 'latest_photo', 'push', 'files', 'open_outside'], {
    ...{ info: { ...INFO, device_name: 'Ada’s phone' }, push, latest_photo: photo },
    upload_photo: { ret: 0, msg: 'The server is full.', data: '{}' },
  });
  await page.goto('/#/manage/dashboard');
  await expect.poll(() => heardBy(page, 'session')).toHaveLength(1);
  await expect.poll(() => heardBy(page, 'push')).toContainEqual(expect.objectContaining({ ask: 'push' }));
  await expect.poll(async () => (await ada.call(pushInfo, {})).subscribed).toBe(true);
  await expect
    .poll(() => heardBy(page, 'push_alias'), { timeout: 10_000 })
    .toEqual([{ say: 'push_alias', url: `${server.base}/api/users/umeng/alias`, token: ada.token }]);

  // A message shakes the phone, and its banner leads to the chat.
  await bo.call(msgSendtext, { dialog_id: id, text: 'See https://example.com/plan' });
  await expect.poll(() => heardBy(page, 'vibrate')).not.toHaveLength(0);
  await shellSays(page, { say: 'open_place', place: `/manage/messenger?dialog=${id}` });
  await page.getByRole('link', { name: 'https://example.com/plan' }).tap();
  await expect
    .poll(() => heardBy(page, 'open_outside'))
    .toEqual([{ say: 'open_outside', url: 'https://example.com/plan' }]);
  const insert = async (item: string) => {
    await page.getByRole('button', { name: 'Insert' }).tap();
    await page.getByRole('menuitem', { name: item }).tap();
  };
  await insert('Phone call');
  await expect.poll(() => heardBy(page, 'call')).toEqual([{ say: 'call', tel: '+49 40 123456' }]);
  await insert('Latest photo');
  await page.getByRole('dialog', { name: 'Latest photo' }).getByRole('button', { name: 'Send' }).tap();
  await expect(page.getByRole('alert')).toHaveText('The server is full.');
  expect(await heardBy(page, 'upload_photo')).toMatchObject([{ id: '7', dialog_id: id, token: ada.token }]);

  // The back key: what lies on top first, then the list of chats, and from there it leaves the app.
  const back = () => shellSays(page, { say: 'back' });
  await back();
  await expect(page.getByRole('dialog', { name: 'Latest photo' })).toHaveCount(0);
  await page.getByText('plan.txt').first().tap();
  await page.getByRole('button', { name: 'Open in another app' }).tap();
  await expect
    .poll(() => heardBy(page, 'open_file'))
    .toMatchObject([{ name: 'plan.txt', url: expect.stringContaining(server.base) }]);
  await back();
  await expect(page.getByRole('button', { name: 'Open in another app' })).toHaveCount(0);
  expect(await heardBy(page, 'leave')).toEqual([]);
  await back();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await back();
  await expect.poll(() => heardBy(page, 'leave')).toHaveLength(1);
  expect(complaints).toEqual([]);
});

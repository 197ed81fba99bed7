import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { deviceList } from '@atrium/contract/people/users.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { type Person } from '../support/people.ts';
import { heardBy, playShell, shellSays } from '../support/shell.ts';

const INFO = {
  ...{ name: 'Atrium', version: '1.2.0', device_name: 'Ada’s desk' },
  ...{ app_brand: 'Acme', app_model: 'Slate 3', app_os: 'OS 9' },
};
const FEATURES = ['badge', 'notify', 'windows', 'open_outside', 'servers', 'updates', 'settings', 'downloads'];

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
    servers: { list: [] },
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
  expect(complaints).toEqual([]);
});

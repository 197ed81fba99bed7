import { checkinSetting } from '@atrium/contract/workspace/checkin.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';

test.use({ workspace: { name: 'check-in' } });

const ahead = 12 - new Date().getUTCHours();
const NOON = ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;

test('an administrator enables check-in by location; ada checks in on her dashboard and sees it in her month', {
  tag: '@long',
}, async ({ seat, account, administrator }) => {
  test.setTimeout(120_000);
  const ada = await account('Ada');
  // A time zone where it is noon now.
  const hours = { time: ['00:00', '23:59'], days: [1, 2, 3, 4, 5, 6, 7], advance: 0, delay: 0, timezone: NOON };
  await administrator.call(checkinSetting, { type: 'save', ...hours });

  const boss = await seat(administrator);
  await boss.page.goto('/manage/setting/system?tab=checkin');
  await boss.page.getByRole('switch', { name: 'Check-in' }).check();
  await boss.page.getByRole('checkbox', { name: 'Location' }).check();
  await boss.page.getByRole('textbox', { name: 'Latitude' }).fill('52.516275');
  await boss.page.getByRole('textbox', { name: 'Longitude' }).fill('13.377704');
  await boss.page.getByRole('button', { name: 'Save' }).click();
  await expect(boss.page.getByRole('heading', { name: 'Export attendance' })).toBeVisible();

  const near = { latitude: 52.5165, longitude: 13.3779 };
  const her = await seat(ada, {
    geolocation: near,
    permissions: ['geolocation'],
  });
  await her.page.goto('/manage/dashboard');
  const today = her.page.getByRole('region', { name: 'Check-in today' });
  await expect(today).toContainText('You’re not checked in today.');
  await today.getByRole('button', { name: 'Check in here' }).click();
  await expect(her.page.getByText(/^You’re checked in/)).toBeVisible();
  await expect(today).toContainText(/Checked in today: \d\d:\d\d/);
  await her.page.goto('/manage/setting/checkin');
  await expect(today).toContainText(/Checked in today: \d\d:\d\d/);
  await expect(her.page.getByRole('table').getByText(/^\d\d:\d\d$/)).toHaveCount(1);
  expect([boss.complaints, her.complaints]).toEqual([[], []]);
  await Promise.all([boss.context.close(), her.context.close()]);
});

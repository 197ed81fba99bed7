import { userLists } from '@atrium/contract/people/accounts.ts';
import { departmentAdd } from '@atrium/contract/people/departments.ts';
import { expect } from '@playwright/test';
import writeExcelFile from 'write-excel-file/node';
import { test } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';

test.use({ workspace: { name: 'company', administrator: 'Ada' } });

const PEOPLE = 200;
const given = (index: number) => `Given-for-${index}`;
const line = (index: number) => [
  `person${index}@company.example`,
  `Person ${index}`,
  given(index),
  index % 2 ? 'Engineer' : '',
  index % 4 === 0 ? 'Sales / North' : 'Workshop',
];

async function spreadsheet(): Promise<Buffer> {
  const lines = Array.from({ length: PEOPLE }, (_, index) => line(index));
  const wrong = [
    ['no address', 'Nobody', PASSWORD, '', ''],
    [line(7)[0] ?? '', 'Twice', PASSWORD, '', ''],
    ['short@company.example', 'Short', '123', '', ''],
    ['lost@company.example', 'Lost', PASSWORD, '', 'Nowhere'],
  ];
  lines.splice(100, 0, ...wrong);
  const rows = [['Email', 'Name', 'Password', 'Job title', 'Department'], ...lines];
  return writeExcelFile(rows.map((row) => row.map((value) => ({ value, type: String })))).toBuffer();
}

test('an administrator sets up a company of 200 from a spreadsheet, and a member finds another', {
  tag: '@long',
}, async ({ seat, administrator: ada }) => {
  test.setTimeout(240_000);
  const sales = await ada.call(departmentAdd, { name: 'Sales', owner_userid: ada.userid });
  await ada.call(departmentAdd, { name: 'North', parent_id: sales.id, owner_userid: ada.userid });
  const { page, context, complaints } = await seat(ada);
  await page.goto('/manage/setting/team');
  await page.getByRole('button', { name: 'Add department' }).click();
  const form = page.getByRole('dialog', { name: 'Add department' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Workshop');
  await form.getByRole('button', { name: 'Choose' }).first().click();
  const picker = page.getByRole('dialog', { name: 'Head' });
  await picker.getByText('Ada').first().click();
  await picker.getByRole('button', { name: /^(Done|OK|Choose|Select)/ }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  const tree = page.getByRole('navigation', { name: 'Departments' });
  await expect(tree.getByRole('button', { name: /^Workshop/ })).toBeVisible();

  await page.getByRole('button', { name: 'Import from spreadsheet' }).click();
  const modal = page.getByRole('dialog', { name: 'Import from spreadsheet' });
  const choosing = page.waitForEvent('filechooser');
  await modal.getByRole('button', { name: 'Choose spreadsheet' }).click();
  await (await choosing).setFiles({ name: 'people.xlsx', mimeType: '', buffer: await spreadsheet() });
  await expect(modal).toContainText('200 rows can be imported · 4 rows have errors');
  // In the spreadsheet's numbering: the headings are line 1.
  await expect(modal.getByRole('row')).toHaveText([/Row/, /^102no address/, /^103person7@/, /^104short@/, /^105lost@/]);
  await expect(modal.getByRole('row').last()).toContainText('Nowhere');
  await modal.getByRole('button', { name: 'Create 200 accounts' }).click();
  await expect(modal.getByRole('progressbar')).toBeVisible();
  await expect(modal.getByRole('status')).toHaveText('200 accounts created.', { timeout: 120_000 });
  await modal.getByRole('button', { name: 'Done' }).click();
  await expect(tree.getByRole('button', { name: /^North/ })).toContainText('51');
  await expect(tree.getByRole('button', { name: /^Workshop/ })).toContainText('151');
  expect((await ada.call(userLists, { keys: { email: 'company.example' }, pagesize: 50 })).total).toBe(PEOPLE);
  await context.close();

  // One of them, on their own device.
  const own = await seat();
  await own.page.goto('/login');
  await own.page.getByLabel('Email').fill('person12@company.example');
  await own.page.getByRole('textbox', { name: 'Password' }).fill(given(12));
  await own.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const ask = own.page.getByRole('dialog', { name: 'Set your own password' });
  await ask.getByLabel('Current password').fill(given(12));
  await ask.getByLabel('New password').fill(PASSWORD);
  await ask.getByRole('button', { name: 'Save' }).click();
  await expect(ask).toBeHidden();
  await own.page.goto('/manage/dashboard');
  await expect(own.page.getByRole('heading', { name: /Person 12/ })).toBeVisible();
  await expect(ask).toBeHidden();
  await own.page.keyboard.press('/');
  const search = own.page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill('person 137');
  await search.getByRole('option', { name: /^Person 137/ }).click();
  const field = own.page.getByRole('textbox', { name: /Person 137/ });
  await field.fill('Are you new as well?');
  await field.press('Enter');
  await expect(own.page.getByRole('article').filter({ hasText: 'Are you new as well?' })).toBeVisible();
  expect([...complaints, ...own.complaints]).toEqual([]);
});

import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { reportDetail, reportMy, reportStore } from '@atrium/contract/workspace/reports.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { expectStored, type Person, PHONE } from '../support/people.ts';

test.use({ actionTimeout: 8000 });
let [ada, bo]: Person[] = [];
test.beforeAll(async ({ account }) => {
  ada = await account('Ada');
  bo = await account('Bo');
});

// covers A2-22, A2-23
test('a daily report starts with the day’s tasks; its recipient sees it arrive, reads it, and mentions it in a chat', {
  tag: '@long',
}, async ({ seat }) => {
  if (!ada || !bo) throw new Error('nobody is here');
  const project = await ada.call(projectAdd, { name: 'Shop', columns: 'To do' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Shelves', owner: [ada.userid] });
  await ada.call(taskUpdate, { task_id: task.id, complete_at: true });
  const [one, two] = await Promise.all([seat(ada), seat(bo)]);

  await two.page.goto('/manage/dashboard');
  const link = two.page.getByRole('navigation').getByRole('link', { name: /^Reports/ });
  await expect(link).toHaveText('Reports');

  await one.page.goto('/manage/report');
  await one.page.getByRole('button', { name: 'Write report' }).click();
  await one.page.getByRole('menuitem', { name: 'Daily report' }).click();
  const words = one.page.getByRole('textbox', { name: 'Report text' });
  await expect(words).toContainText('#Shelves');
  await one.page.getByRole('button', { name: 'Add recipients' }).click();
  await one.page.getByRole('dialog').getByText('Bo', { exact: true }).first().click();
  await one.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Select/ })
    .click();
  await words.press('Control+End');
  await words.pressSequentially('Oak is dear');
  // The draft survives a reload.
  await expectStored(one.page, 'Oak is dear');
  await one.page.reload();
  await expect(words).toContainText('Oak is dear');
  await one.page.getByRole('button', { name: 'Send report' }).click();
  await expect(one.page.getByText('Report sent.')).toBeVisible();
  await expect(one.page.getByText('Read by 0 of 1')).toBeVisible();

  await expect(link).toContainText('1');
  await link.click();
  await two.page.getByRole('link', { name: /Daily report by Ada/ }).click();
  const report = two.page.getByRole('article');
  await expect(report).toContainText('Oak is dear');
  await expect(link).toHaveText('Reports');
  await expect(one.page.getByText('Read by 1 of 1')).toBeVisible();

  await two.page.goto(`/manage/messenger?dialog=${project.dialog_id}`);
  const field = two.page.getByRole('textbox', { name: /^Message / });
  await field.click();
  await field.pressSequentially('50% off, see ');
  await expect(two.page.getByRole('listbox')).toBeHidden();
  await field.pressSequentially('%Daily');
  const choice = two.page.getByRole('listbox', { name: 'Mention a report' }).getByRole('option');
  await expect(choice).toHaveCount(1);
  // With white space in it, it is no name anymore.
  await field.pressSequentially(' ');
  await expect(choice).toHaveCount(0);
  await field.press('Backspace');
  await expect(choice).toHaveCount(1);
  await field.press('Enter');
  await field.press('Enter');
  const named = two.page.locator('a.mention.report');
  await expect(named).toHaveText(/^%Daily report by Ada/);
  const [shared] = await Promise.all([two.context.waitForEvent('page'), named.click()]);
  await expect(shared.getByRole('article')).toContainText('Oak is dear');
  expect(new URL(shared.url()).pathname).toMatch(/^\/single\/report\/detail\/[\w-]{24}$/);
  const [sent] = (await ada.call(reportMy, {})).data;
  await one.page.goto(`/single/report/edit/${sent?.id}`);
  await expect(one.page.getByRole('textbox', { name: 'Title' })).toHaveValue(/^Daily report by Ada/);
  await expect(one.page.getByRole('navigation')).toHaveCount(0);
  expect([...one.complaints, ...two.complaints]).toEqual([]);
  await Promise.all([one.context.close(), two.context.close()]);
});

test('on a phone a report is read, left, and edited; its author sees at once who reads it', { tag: '@long' }, async ({
  seat,
}) => {
  if (!ada || !bo) throw new Error('nobody is here');
  const week = { type: 'weekly' as const, title: 'A long week', content: '<p>Nothing <b>broke</b>.</p>' };
  const { id } = await bo.call(reportStore, { ...week, receive: [ada.userid] });
  const { page, complaints } = await seat(bo, {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/manage/application');
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByText('Mine', { exact: true }).click();
  await page.getByRole('link', { name: /A long week/ }).click();
  const reader = page.getByRole('list', { name: 'To' }).getByRole('listitem');
  await expect(reader).toContainText('Unread');
  await ada.call(reportDetail, { id });
  await expect(reader).not.toContainText('Unread');
  await page.getByRole('button', { name: 'Edit report' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('A short week');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'A short week' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: /A short week/ })).toBeVisible();
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(complaints).toEqual([]);
});

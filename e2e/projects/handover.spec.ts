import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from '@playwright/test';
import { account, seat } from '../support/people.ts';
import { type RealServer, startRealServer } from '../support/server.ts';

let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer();
});
test.afterAll(() => server.close());

test('ada hands a task over to bo, who finds it, and reads from whom and why', async ({ browser }) => {
  const [ada, bo] = [await account(server.base, 'Ada'), await account(server.base, 'Bo')];
  const { id: project_id } = await ada.call(projectAdd, { name: 'Harbour', columns: 'Inbox' });
  await ada.call(projectUser, { project_id, userid: [ada.userid, bo.userid] });
  const task = await ada.call(taskAdd, { project_id, name: 'Mend the light', owner: [ada.userid] });
  const mine = await seat(browser, server.base, ada);
  const theirs = await seat(browser, server.base, bo);
  await theirs.page.goto('/manage/dashboard');
  await expect(theirs.page.getByText('all caught up')).toBeVisible();

  await mine.page.goto(`/single/task/${task.id}`);
  await mine.page.getByRole('button', { name: 'More' }).first().click();
  await mine.page.getByRole('menuitem', { name: 'Hand over' }).click();
  const modal = mine.page.getByRole('dialog', { name: 'Hand over' });
  await modal.getByRole('checkbox', { name: /^Ada/ }).click();
  await modal.getByRole('checkbox', { name: /^Bo/ }).click();
  await modal.getByRole('textbox', { name: 'Reason and helpful details' }).fill('I am at sea.');
  await modal.getByRole('button', { name: 'Hand over' }).click();
  await expect(modal).toBeHidden();

  await theirs.page.getByRole('button', { name: /Mend the light/ }).click();
  await theirs.page.getByRole('tab', { name: 'Ownership history' }).click();
  const latest = theirs.page.getByRole('tabpanel').getByRole('listitem').first();
  await expect(latest).toContainText('Ada → Bo');
  await expect(latest).toContainText('I am at sea.');
  expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
  await mine.context.close();
  await theirs.context.close();
});

import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';

test('ada hands a task over to bo, who finds it and reads from whom and why', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const [ada, bo] = [await account('Ada'), await account('Bo')];
  const { id: project_id } = await ada.call(projectAdd, { name: 'Harbour', columns: 'Inbox' });
  await ada.call(projectUser, { project_id, userid: [ada.userid, bo.userid] });
  const task = await ada.call(taskAdd, { project_id, name: 'Mend the light', owner: [ada.userid] });
  const mine = await seat(ada);
  const theirs = await seat(bo);
  await theirs.page.goto('/manage/dashboard');
  await expect(theirs.page.getByText('all caught up')).toBeVisible();

  await mine.page.goto(`/single/task/${task.id}`);
  await mine.page.getByRole('button', { name: 'More' }).first().click();
  await mine.page.getByRole('menuitem', { name: 'Hand over' }).click();
  const modal = mine.page.getByRole('dialog', { name: 'Hand over' });
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
});

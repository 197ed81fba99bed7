import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { PHONE } from '../support/people.ts';

test('a long tag stays within its card and can be removed on a phone', { tag: '@long' }, async ({ seat, account }) => {
  const ada = await account('Ada');
  const { id: project_id } = await ada.call(projectAdd, { name: 'Harbour', columns: 'Inbox,Later' });
  const tag = 'g'.repeat(50);
  const task = await ada.call(taskAdd, { project_id, name: 'Mend the light', task_tag: [{ name: tag }] });
  const { page, complaints } = await seat(ada, {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(`/manage/project/${project_id}`);
  const card = page.getByRole('group', { name: 'Mend the light', exact: true });
  const onCard = await card.getByText(tag).boundingBox();
  const edge = await card.boundingBox();
  expect((onCard?.x ?? 0) + (onCard?.width ?? 0)).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0));
  await page.goto(`/single/task/${task.id}`);
  const pill = page.locator('[data-with-remove]', { hasText: tag });
  await pill.locator('button').tap();
  await expect(pill).toBeHidden();
  expect(complaints).toEqual([]);
});

test('a workflow is saved on a phone in German', { tag: '@long' }, async ({ seat, account }) => {
  const ada = await account('Ada');
  const { id } = await ada.call(projectAdd, { name: 'Hafen', columns: 'Eingang,Später', flow: 'open' });
  const { page, complaints } = await seat(ada, {
    viewport: PHONE,
    locale: 'de',
    hasTouch: true,
    isMobile: true,
  });
  await page.addInitScript(`localStorage.setItem('language', 'de')`);
  await page.goto(`/manage/project/${id}`);
  await page.locator('main header button[aria-haspopup="menu"]').last().click();
  await page.getByRole('menuitem', { name: 'Workflow' }).click();
  const drawer = page.getByRole('dialog', { name: 'Workflow' });
  for (const name of ['Workflow löschen', 'Zurücksetzen', 'Speichern'])
    await expect(drawer.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  expect(complaints).toEqual([]);
});

test('a task in the year 9999 leaves the timeline of its project usable', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const ada = await account('Ada');
  const { id: project_id } = await ada.call(projectAdd, { name: 'Harbour', columns: 'Inbox,Later' });
  await ada.call(taskAdd, { project_id, name: 'A slip', times: '0001-01-01,9999-12-31' });
  await ada.call(taskAdd, { project_id, name: 'Mend the light' });
  const { page, complaints } = await seat(ada);
  await page.goto(`/manage/project/${project_id}`);
  await page.getByText('Timeline', { exact: true }).click();
  for (const name of ['A slip', 'Mend the light'])
    await expect(page.getByRole('button', { name: new RegExp(`^“${name}”:`) })).toBeInViewport({ timeout: 5000 });
  expect(complaints).toEqual([]);
});

import {
  projectAdd,
  projectLists,
  projectRemove,
  projectTop,
  projectUser,
} from '@atrium/contract/projects/projects.ts';
import {
  taskAdd,
  taskAddsub,
  taskArchived,
  taskLists,
  taskOne,
  taskRemove,
  taskUpdate,
} from '@atrium/contract/projects/tasks.ts';
import { expect, type Page } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { test } from '../support/fixtures.ts';
import { type Person } from '../support/people.ts';

let [ada, bo]: Person[] = [];
test.beforeAll(async ({ account }) => {
  ada = await account('Ada');
  bo = await account('Bo');
});

// covers A2-57, A4-36, A8-03, A8-04, C2-11, C2-13, C4-29
test('ada draws a workflow; bo sees a task move along it', { tag: '@long' }, async ({ seat }) => {
  test.setTimeout(90_000);
  if (!ada || !bo) throw new Error('nobody there');
  const project = await ada.call(projectAdd, { name: 'Print shop', columns: 'Inbox' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  const mine = await seat(ada);
  const theirs = await seat(bo);
  const { page } = mine;
  await theirs.page.goto(`/manage/project/${project.id}`);
  await page.goto(`/manage/project/${project.id}`);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Workflow' }).click();
  await page.getByRole('button', { name: 'Create workflow' }).click();
  const rows = page.getByRole('list', { name: 'Statuses' }).getByRole('listitem');
  const names = page.getByRole('list', { name: 'Statuses' }).getByRole('textbox');
  await expect(rows).toHaveCount(5);
  await names.nth(1).fill('Printing');
  // Removes the canceled status, and the transition from new to done.
  await rows
    .nth(4)
    .getByRole('button', { name: /Actions for the status/ })
    .click();
  await page.getByRole('menuitem', { name: 'Remove status' }).click();
  await page
    .getByRole('group', { name: 'Allowed next statuses for “To do”' })
    .getByRole('checkbox', { name: 'Done' })
    .click();
  // Testing comes before printing: dragged by its handle.
  await rows
    .nth(2)
    .getByTitle('Drag to reorder')
    .dragTo(rows.nth(1), { targetPosition: { x: 60, y: 4 } });
  await expect(names.nth(1)).toHaveValue('Testing');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Workflow saved')).toBeVisible();
  await page.keyboard.press('Escape');

  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Posters', owner: [ada.userid] });
  const row = (on: Page) => on.getByRole('group', { name: 'Posters', exact: true });
  await expect(row(theirs.page)).toContainText('To do');
  await row(page).getByRole('button', { name: 'Status: To do' }).click();
  await expect(page.getByRole('menuitem', { name: 'Done' })).toBeHidden();
  await page.getByRole('menuitem', { name: 'Printing' }).click();
  await expect(row(theirs.page)).toContainText('Printing');

  // With an open subtask the server refuses, in a modal; a subtask's own menu is short.
  const part = await ada.call(taskAddsub, { task_id: task.id, name: 'Proof' });
  await row(page).getByRole('checkbox', { name: 'Complete “Posters”' }).click();
  const problem = page.getByRole('dialog').filter({ hasText: 'Complete the subtasks first.' });
  await problem.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page).getByRole('checkbox', { name: 'Complete “Posters”' })).toBeVisible();
  await row(page).getByRole('button', { name: 'Subtasks of “Posters”' }).click();
  await page.getByRole('group', { name: 'Proof', exact: true }).click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['To do', 'Testing', 'Printing', 'Delete']);
  await page.keyboard.press('Escape');
  await ada.call(taskRemove, { task_id: part.id });

  // With a single end status a tick is enough, and the other side sees it completed.
  await row(page).getByRole('checkbox', { name: 'Complete “Posters”' }).click();
  await expect(theirs.page.getByRole('button', { name: 'Completed 1' })).toBeVisible();

  expect(task.flow_item_status).toBe('start');

  // Moved to another project with another workflow: it asks for a status.
  const shop = await ada.call(projectAdd, { name: 'Bindery', columns: 'Shelf,Table', flow: 'open' });
  await page.goto(`/manage/project/${project.id}`);
  await page.getByRole('button', { name: 'Completed 1' }).click();
  await row(page).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Move task' });
  await modal.getByRole('button', { name: 'Move' }).click();
  await expect(modal.getByText('Unchanged')).toBeVisible();
  await modal.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Bindery' }).click();
  await modal.getByRole('button', { name: 'Move' }).click();
  await expect(modal.getByText('Select a status for the moved task.')).toBeVisible();
  await modal.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'In progress' }).click();
  // Nobody is owner and assistant at once.
  await modal.getByRole('region', { name: 'After' }).getByRole('button').last().click();
  const helpers = page.getByRole('dialog', { name: 'Collaborators' });
  await expect(helpers.getByRole('checkbox', { name: 'Ada' })).toBeDisabled();
  await helpers.getByRole('button', { name: 'Cancel' }).click();
  await modal.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('Moved to Bindery › Shelf: Posters')).toBeVisible();
  await expect(theirs.page.getByRole('button', { name: 'Completed 1' })).toBeHidden();
  await page.goto(`/manage/project/${shop.id}`);
  await expect(
    page.getByRole('region', { name: 'Shelf' }).getByRole('button', { name: 'Status: In progress' }),
  ).toBeVisible();

  // When the open project is removed, the pinned one replaces it, then the newest, then the dashboard.
  const others = (await ada.call(projectLists, {})).data.filter((each) => each.id !== shop.id);
  const oldest = others.at(-1)?.id ?? 0;
  await ada.call(projectTop, { project_id: oldest });
  for (const [gone, next] of [
    [shop.id, `/manage/project/${oldest}`],
    [oldest, `/manage/project/${project.id}`],
    [project.id, '/manage/dashboard'],
  ] as const) {
    await ada.call(projectRemove, { project_id: gone });
    await expect(page).toHaveURL(new RegExp(`${next}$`));
  }

  expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
});

// covers A2-07, A2-17, C2-14
test('calendar tasks are moved, and created on a selected day', { tag: '@long' }, async ({ seat }) => {
  test.setTimeout(90_000);
  if (!ada || !bo) throw new Error('nobody there');
  const project = await ada.call(projectAdd, { name: 'Fair', columns: 'Inbox' });
  const today = new Date();
  const iso = (day: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), day)).toISOString().slice(0, 10);
  const task = await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Stand',
    owner: [ada.userid],
    times: [`${iso(12)} 10:00:00`, `${iso(12)} 12:00:00`],
  });
  const { page, complaints } = await seat(ada);
  await page.goto('/manage/calendar');
  const day = (date: string) => page.locator(`[data-date="${date}"]`).last();
  await page.getByText('Stand').hover();
  await page.mouse.down();
  const box = await day(iso(18)).boundingBox();
  if (!box) throw new Error('no such day');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await ada!.call(taskOne, { task_id: task.id })).start_at).toBe(`${iso(18)} 10:00:00`);

  await day(iso(5)).click({ position: { x: 40, y: 60 } });
  await page.getByRole('textbox', { name: 'Title' }).fill('Leaflets');
  await page.getByRole('button', { name: 'Add task' }).click();
  const made = async () => (await ada!.call(taskLists, { project_id: project.id, keys: { name: 'Leaflets' } })).total;
  await expect.poll(made).toBe(1);
  // A click opens the preview, with buttons to complete, open and delete; Escape returns to it.
  const event = page.getByRole('button', { name: /Leaflets$/ });
  const glance = page.getByRole('dialog', { name: 'Leaflets' });
  await event.click();
  await expect(glance).toContainText('Fair › Inbox');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(glance).toBeHidden();
  await event.click();
  await glance.getByRole('checkbox').click();
  const isDone = async () =>
    Boolean((await ada!.call(taskLists, { project_id: project.id, keys: { name: 'Leaflets' } })).data[0]?.complete_at);
  await expect.poll(isDone).toBe(true);
  await glance.getByRole('checkbox').click();
  await expect.poll(isDone).toBe(false);
  await glance.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Leaflets');
  await page.keyboard.press('Escape');
  await event.click();
  await glance.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(made).toBe(0);
  for (const view of ['Week', 'Day', 'List', 'Month']) {
    await page.getByRole('radiogroup', { name: 'View' }).getByText(view).click();
    if (view !== 'Month' && view !== 'List') continue;
    // The calendar draws the frame of an event before its content.
    await expect(page.getByText('Stand')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
  }
  // Its description in a separate window; an archived task is restored from its menu.
  await page.goto(`/single/task/content/${task.id}`);
  await expect(page.getByRole('heading', { name: 'Stand' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
  await ada.call(taskUpdate, { task_id: task.id, complete_at: true });
  await ada.call(taskArchived, { task_id: task.id });
  await page.goto(`/single/task/${task.id}`);
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect.poll(async () => (await ada!.call(taskOne, { task_id: task.id })).archived_at).toBeNull();
  expect(complaints).toEqual([]);
});

import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskAddsub, taskOne, taskRemove } from '@atrium/contract/projects/tasks.ts';
import { expect, type Page } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { test } from '../support/fixtures.ts';
import { DESKTOP, type Person, PHONE } from '../support/people.ts';

let [ada, bo]: Person[] = [];
test.beforeAll(async ({ account }) => {
  ada = await account('Ada');
  bo = await account('Bo');
});

const show = (page: Page, view: string) => page.getByRole('radiogroup', { name: 'View' }).getByText(view).click();
async function workshop(name: string) {
  if (!ada || !bo) throw new Error('nobody there');
  const project = await ada.call(projectAdd, { name, columns: 'To do,Doing,Done' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  const add = (fields: { name: string; times?: string[]; owner?: number[]; task_tag?: { name: string }[] }) =>
    ada!.call(taskAdd, { project_id: project.id, ...fields });
  const late = await add({
    name: 'Order paint',
    owner: [ada.userid],
    times: ['2026-01-05 09:00:00', '2026-01-07 18:00:00'],
  });
  const later = await add({ name: 'Paint the hall', owner: [bo.userid], task_tag: [{ name: 'walls' }] });
  return { project, late, later, ada, bo };
}

test('a project as a table: grouped, filtered, edited in place, seen by another person', { tag: '@long' }, async ({
  seat,
}) => {
  const { project, late, later, ada, bo } = await workshop('Hall');
  const mine = await seat(ada);
  const theirs = await seat(bo);
  await theirs.page.goto(`/manage/project/${project.id}`);
  const { page } = mine;
  await page.goto(`/manage/project/${project.id}`);
  await show(page, 'Table');
  const row = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(row('Order paint')).toBeVisible();
  await expect(page.getByRole('button', { name: 'My tasks 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open 1' })).toBeVisible();

  // She has a subtask in it.
  await ada.call(taskAddsub, { task_id: later.id, name: 'Masking tape' });
  await expect(row('Paint the hall').getByTitle('Your open subtasks: 1')).toBeVisible();

  // Typed into its last row, seen on the other's board.
  await page.getByRole('textbox', { name: 'Add task' }).fill('Buy brushes');
  await page.keyboard.press('Enter');
  await expect(row('Buy brushes')).toBeVisible();
  await expect(theirs.page.getByRole('group', { name: 'Buy brushes' })).toBeVisible();

  // Filtered by words, by a tag, and cleared.
  await page.getByRole('searchbox', { name: 'Find tasks' }).fill('brush');
  await expect(row('Order paint')).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search fields and values' }).fill('wall');
  await page.getByRole('option', { name: /walls/ }).click();
  await page.keyboard.press('Escape');
  await expect(row('Paint the hall')).toBeVisible();
  await expect(row('Order paint')).toBeHidden();
  // The address has it: Back shows everything, and Forward filters again.
  await expect(page).toHaveURL(/f=tag/);
  await page.goBack();
  await expect(row('Order paint')).toBeVisible();
  await page.goForward();
  await expect(row('Order paint')).toBeHidden();
  await page.getByRole('button', { name: 'Clear filter' }).click();

  // By its context menu.
  await row('Order paint').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Mark as done' }).click();
  await expect(page.getByRole('button', { name: 'Completed 1' })).toBeVisible();
  await expect(row('Order paint')).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(theirs.page.getByRole('checkbox', { name: 'Reopen “Order paint”' })).toBeVisible();
  await expect.poll(async () => (await ada.call(taskOne, { task_id: late.id })).complete_at).not.toBeNull();

  // Into another column, by keyboard from the row.
  await row('Buy brushes').getByRole('button', { name: 'To do' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Doing' }).press('Enter');
  await expect(
    theirs.page.getByRole('region', { name: 'Doing' }).getByRole('group', { name: 'Buy brushes' }),
  ).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  // Hides a column and a field; a card skips the hidden column.
  await page.getByRole('button', { name: 'Fields', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Doing' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Priority' }).click();
  await expect(row('Buy brushes')).toBeHidden();
  const byPriority = page.getByRole('button', { name: 'Sort by Priority, ascending' });
  await expect(byPriority).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  expect(await violationsOf(page)).toEqual([]);
  await show(page, 'Board');
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Doing' })).toBeHidden();
  const card = page.getByRole('region', { name: 'To do' }).getByRole('group', { name: 'Paint the hall' });
  await card.press(' ');
  await card.press('ArrowRight');
  await expect(page.getByRole('region', { name: 'Done' }).getByRole('group', { name: 'Paint the hall' })).toBeVisible();

  // The choice is remembered, until all are shown again.
  await page.reload();
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Doing' })).toBeHidden();
  await show(page, 'Table');
  await expect(byPriority).toBeHidden();
  await page.getByRole('button', { name: '2 hidden' }).click();
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  await expect(row('Buy brushes')).toBeVisible();
  await expect(byPriority).toBeVisible();
  expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
});

// covers C4-30
test('a project with a single column opens as a table until another view is chosen', { tag: '@long' }, async ({
  seat,
}) => {
  const { ada } = await workshop('Garden');
  const project = await ada.call(projectAdd, { name: 'One list', columns: 'Only' });
  await ada.call(taskAdd, { project_id: project.id, name: 'Mow', owner: [ada.userid] });
  const { page, complaints } = await seat(ada);
  await page.goto(`/manage/project/${project.id}`);
  await expect(page.getByRole('button', { name: 'My tasks 1' })).toBeVisible();
  await show(page, 'Board');
  await expect(page.getByRole('region', { name: 'Only' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Only' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('times are moved on the timeline, previewed, and saved', { tag: '@long' }, async ({ seat }) => {
  const { project, late, ada, bo } = await workshop('Yard');
  const mine = await seat(ada);
  const { page } = mine;
  await page.goto(`/manage/project/${project.id}`);
  await show(page, 'Timeline');
  const bar = page.locator(`[data-bar="${late.id}"]`);
  // Zooming keeps the place.
  const found = page.getByRole('button', { name: 'Scroll to “Order paint”' });
  await found.click();
  for (const scale of ['Quarter', 'Day', 'Month', 'Week']) {
    await page.getByText(scale, { exact: true }).click();
    await expect(bar).toBeInViewport();
  }
  await page.getByRole('button', { name: 'Scroll to “Order paint”' }).focus();
  await page.keyboard.press('Enter');
  await bar.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  const unsaved = page.getByRole('region', { name: 'Unsaved dates' });
  await expect(unsaved).toContainText('Order paint');
  // Nothing changes before it is saved; then the other person has it.
  expect((await bo.call(taskOne, { task_id: late.id })).end_at).toBe('2026-01-07 18:00:00');
  expect(await violationsOf(page)).toEqual([]);
  await unsaved.getByRole('button', { name: 'Save' }).click();
  await expect(unsaved).toBeHidden();
  await expect
    .poll(async () => {
      const { start_at, end_at } = await bo.call(taskOne, { task_id: late.id });
      return [start_at, end_at];
    })
    .toEqual(['2026-01-06 09:00:00', '2026-01-09 18:00:00']);

  // By pointer: the end is extended by two days.
  await bar.scrollIntoViewIfNeeded();
  const box = await bar.boundingBox();
  if (!box) throw new Error('no bar');
  await page.mouse.move(box.x + box.width - 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 70, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await unsaved.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await bo.call(taskOne, { task_id: late.id })).end_at).toBe('2026-01-11 18:00:00');
  expect(mine.complaints).toEqual([]);
});

// covers A2-18
test('a task has an address and its own window; people without access see that', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const { project, later, ada } = await workshop('Roof');
  const outsider = await account('Cy');
  const mine = await seat(ada, { viewport: PHONE });
  await mine.page.goto(`/single/task/${later.id}`);
  await expect(mine.page.getByRole('textbox', { name: 'Title' }).first()).toHaveValue('Paint the hall');
  // A subtask has no window of its own: its main task opens.
  const part = await ada.call(taskAddsub, { task_id: later.id, name: 'Buy a roller' });
  await mine.page.goto(`/single/task/${part.id}`);
  await expect(mine.page).toHaveURL(new RegExp(`/single/task/${later.id}$`));
  await expect(mine.page.getByRole('textbox', { name: 'Title' }).first()).toHaveValue('Paint the hall');
  expect(await violationsOf(mine.page)).toEqual([]);
  await mine.page.setViewportSize(DESKTOP);
  await mine.page.goto(`/manage/project/${project.id}`);
  await mine.page.getByRole('group', { name: 'Paint the hall' }).click();
  const opening = mine.context.waitForEvent('page');
  await mine.page.getByRole('button', { name: 'Open in a new window' }).click();
  const apart = await opening;
  await expect(apart).toHaveURL(new RegExp(`/single/task/${later.id}$`));
  await expect(apart.getByRole('textbox', { name: 'Title' }).first()).toHaveValue('Paint the hall');
  await expect(apart.getByRole('button', { name: 'Open in a new window' })).toBeHidden();
  await expect(mine.page.getByRole('dialog')).toBeHidden();
  const theirs = await seat(outsider);
  await theirs.page.goto(`/single/task/${later.id}`);
  await expect(theirs.page.getByRole('button', { name: 'Dashboard' })).toBeVisible();
  expect(mine.complaints).toEqual([]);
});

test('deleted tasks are found and restored; the log shows it; permissions are set', { tag: '@long' }, async ({
  seat,
}) => {
  const { project, late, later, ada, bo } = await workshop('Cellar');
  await ada.call(taskRemove, { task_id: later.id });
  const { page, complaints } = await seat(ada);
  const theirs = await seat(bo);
  await theirs.page.goto(`/manage/project/${project.id}`);
  await page.goto(`/manage/project/${project.id}`);
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await open('Deleted tasks');
  await page.getByRole('searchbox', { name: 'Search by number or name' }).fill('hall');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored: Paint the hall')).toBeVisible();
  await expect(theirs.page.getByRole('group', { name: 'Paint the hall' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await open('Project activity');
  await expect(page.getByRole('listitem').filter({ hasText: 'restored the task Paint the hall' })).toBeVisible();
  await page.keyboard.press('Escape');

  await open('Permissions');
  await page.getByRole('group', { name: 'Add tasks' }).getByRole('checkbox', { name: 'Project members' }).uncheck();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Permissions saved')).toBeVisible();
  await expect(bo.call(taskAdd, { project_id: project.id, name: 'Not mine to add' })).rejects.toThrow();
  expect((await ada.call(taskOne, { task_id: late.id })).deleted_at).toBeNull();
  expect([...complaints, ...theirs.complaints]).toEqual([]);
});

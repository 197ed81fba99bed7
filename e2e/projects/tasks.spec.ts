import { groupAdduser } from '@atrium/contract/chat/dialogs.ts';
import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import {
  type Task,
  taskAdd,
  taskAddsub,
  taskContent,
  taskDialog,
  taskLists,
  taskOne,
  taskUpdate,
} from '@atrium/contract/projects/tasks.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../support/fixtures.ts';
import { type Person, PHONE } from '../support/people.ts';

test.use({ actionTimeout: 8000 });
let people: Person[] = [];
test.beforeAll(async ({ account }) => {
  people = await Promise.all(['Ada', 'Bo'].map((name) => account(name)));
});

function pair(): [Person, Person] {
  const [ada, bo] = people;
  if (!ada || !bo) throw new Error('nobody there');
  return [ada, bo];
}

// covers C5-06
test('time changes ask first: for a subtask beyond its task, and for a task that leaves its subtasks', {
  tag: '@long',
}, async ({ seat }) => {
  const [ada] = pair();
  const project = await ada.call(projectAdd, { name: 'Yard', columns: 'Inbox,Done' });
  const main = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const sub = await ada.call(taskAddsub, { task_id: main.id, name: 'Pack' });
  const span = ({ start_at, end_at }: Pick<Task, 'start_at' | 'end_at'>) => [start_at, end_at];
  const times = async (task_id: number) => span(await ada.call(taskOne, { task_id }));

  const { page, complaints } = await seat(ada);
  await page.goto(`/manage/project/${project.id}`);
  await page.getByRole('group', { name: 'Ship', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Ship' });
  const ofMain = panel.getByRole('definition').filter({ has: page.getByRole('button', { name: /time|due/i }) });
  const mine = ofMain.first().getByRole('button').first();
  const subtasks = panel.getByRole('region', { name: 'Subtasks' });
  const parts = subtasks.getByRole('button', { name: /Set dates|^(Due|Today)/ });
  const plan = async (which: typeof mine, choice: string) => {
    await which.click();
    await page.getByRole('button', { name: choice, exact: true }).click();
  };
  const answer = async (title: string, words: RegExp, choice: string) => {
    const question = page.getByRole('dialog', { name: title });
    await expect(question).toContainText(words);
    await question.getByRole('button', { name: choice }).click();
    await expect(question).toBeHidden();
  };

  // Its task has no time yet: declined first, then accepted.
  await plan(parts, 'Tomorrow');
  await answer('Change dates', /“Ship” has no dates yet/, 'Cancel');
  expect(await times(sub.id)).toEqual([null, null]);
  await plan(parts, 'Tomorrow');
  await answer('Change dates', /“Ship” has no dates yet/, 'Change dates');
  await expect.poll(async () => (await times(main.id))[0]).not.toBeNull();
  expect(await times(main.id)).toEqual(await times(sub.id));

  // Beyond its task, which is extended.
  const narrow = await times(main.id);
  await plan(parts, '7 days');
  await answer('Change dates', /outside those of “Ship”/, 'Change dates');
  await expect.poll(() => times(main.id)).not.toEqual(narrow);
  expect(await times(main.id)).toEqual(await times(sub.id));

  // The task is shortened: the subtask follows.
  const wide = await times(sub.id);
  await plan(mine, 'Tomorrow');
  await answer('Change dates', /subtasks of “Ship” are outside/, 'Change dates');
  await expect.poll(() => times(sub.id)).not.toEqual(wide);
  expect(await times(sub.id)).toEqual(await times(main.id));

  // Removed from the subtask first, which then has that of its task; then from both.
  await plan(parts, 'Clear');
  await answer('Remove dates', /Remove the dates of “Pack”\?/, 'Remove dates');
  await expect(subtasks.getByRole('button', { name: 'Set dates' })).toHaveCount(0);
  await plan(mine, 'Clear');
  await answer('Remove dates', /of “Ship”\?.*subtasks will lose their dates too/, 'Remove dates');
  await expect.poll(() => times(sub.id)).toEqual([null, null]);
  expect(await times(main.id)).toEqual([null, null]);
  expect(complaints).toEqual([]);
});

test('a workflow is edited while its task is open: its status is renamed, deleted, and chosen again', {
  tag: '@long',
}, async ({ seat }) => {
  const [ada, bo] = pair();
  const { id: project_id } = await ada.call(projectAdd, { name: 'Press', columns: 'Inbox,Out', flow: 'open' });
  await ada.call(projectUser, { project_id, userid: [ada.userid, bo.userid] });
  await ada.call(taskAdd, { project_id, name: 'Poster', owner: [bo.userid] });
  const { page, complaints } = await seat(bo);
  await page.goto(`/manage/project/${project_id}`);
  await page.getByRole('group', { name: 'Poster', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Poster' });
  const status = (name: string) => panel.getByRole('button', { name: `Status: ${name}` });
  await expect(status('To do')).toBeVisible();

  // Ada has the editor open in her own browser.
  const hers = await seat(ada);
  const edit = async (change: (row: Locator) => Promise<void>, of: number) => {
    await hers.page.goto(`/manage/project/${project_id}`);
    await hers.page.getByRole('button', { name: 'More' }).first().click();
    await hers.page.getByRole('menuitem', { name: 'Workflow' }).click();
    await change(hers.page.getByRole('list', { name: 'Statuses' }).getByRole('listitem').nth(of));
    await hers.page.getByRole('button', { name: 'Save' }).click();
    await expect(hers.page.getByText('Workflow saved')).toBeVisible();
  };
  await edit((row) => row.getByRole('textbox').fill('On the pile'), 0);
  await expect(status('On the pile')).toBeVisible();

  // An open menu updates its choices.
  await status('On the pile').click();
  await page.getByRole('menuitem', { name: 'In progress' }).click();
  await expect(status('In progress')).toBeVisible();
  // It shows before the server has received it, which would refuse a deleted status.
  await expect
    .poll(async () => (await ada.call(taskLists, { project_id, parent_id: -1 })).data[0]?.flow_item_name)
    .toContain('In progress');
  await edit(async (row) => {
    await expect(row.getByRole('textbox')).toHaveValue('In progress');
    await row.getByRole('button', { name: /Actions for the status/ }).click();
    await hers.page.getByRole('menuitem', { name: 'Remove status' }).click();
  }, 1);
  await expect(status('In progress')).toBeHidden();
  await panel.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Testing' }).click();
  await expect(status('Testing')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Poster');
  expect([...complaints, ...hers.complaints]).toEqual([]);
});

test('a task’s whole life on a phone: add, open, split, plan, move, complete, find in table and calendar', async ({
  seat,
}) => {
  test.setTimeout(60_000);
  const [ada] = pair();
  const { id: project_id } = await ada.call(projectAdd, { name: 'Pier', columns: 'Inbox,Doing' });
  const { page, complaints } = await seat(ada, {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(`/manage/project/${project_id}`);
  await page.getByRole('button', { name: 'Add task to Inbox' }).tap();
  const first = page.getByRole('dialog', { name: 'New task' });
  await expect(first.getByRole('combobox', { name: 'Column' })).toHaveValue('Inbox');
  await first.getByRole('textbox', { name: 'Title' }).fill('Paint the boat');
  await first.getByRole('button', { name: 'Add task', exact: true }).tap();
  const card = page.getByRole('group', { name: 'Paint the boat', exact: true });
  await card.tap();

  const sheet = page.getByRole('dialog', { name: 'Paint the boat' });
  const size = await sheet.boundingBox();
  expect([size?.width, size?.height]).toEqual([PHONE.width, PHONE.height]);
  await sheet.getByRole('textbox', { name: 'Add subtask' }).fill('Sand it');
  await page.keyboard.press('Enter');
  await sheet.getByRole('checkbox', { name: 'Complete “Sand it”' }).tap();
  await sheet.getByRole('button', { name: 'Set dates' }).first().tap();
  await page.getByRole('button', { name: 'Today', exact: true }).tap();
  await expect
    .poll(async () => (await ada.call(taskLists, { project_id, parent_id: -1 })).data[0]?.end_at)
    .toBeTruthy();

  await sheet.getByRole('button', { name: 'More' }).first().tap();
  await page.getByRole('menuitem', { name: 'Move', exact: true }).tap();
  const move = page.getByRole('dialog', { name: 'Move task' });
  await move.getByRole('combobox', { name: 'Column' }).tap();
  await page.getByRole('option', { name: 'Doing' }).tap();
  await move.getByRole('button', { name: 'Move' }).tap();
  await expect(move).toBeHidden();
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await expect(
    page.getByRole('region', { name: 'Doing' }).getByRole('group', { name: 'Paint the boat' }),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: 'Complete “Paint the boat”' }).tap();
  await expect(page.getByRole('checkbox', { name: 'Reopen “Paint the boat”' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Reopen “Paint the boat”' }).tap();

  // A long press on the card opens its menu, and lifting the finger does not open the card.
  await pressLong(page, card);
  await expect(page.getByRole('menuitem', { name: 'Move', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('menuitem', { name: 'Green' }).tap();
  await expect
    .poll(async () => (await ada.call(taskLists, { project_id, parent_id: -1 })).data[0]?.color)
    .toBe('#ecffe5');

  // The full form for a new task is there too.
  await page.getByRole('button', { name: 'New task', exact: true }).tap();
  const form = page.getByRole('dialog', { name: 'New task' });
  const whole = await form.boundingBox();
  expect([whole?.width, whole?.height]).toEqual([PHONE.width, PHONE.height]);
  await expect(form.getByRole('combobox', { name: 'Project' })).toHaveValue('Pier');
  await form.getByRole('textbox', { name: 'Title' }).fill('Buy rope');
  await form.getByRole('button', { name: 'Add task', exact: true }).tap();
  await expect(page.getByRole('group', { name: 'Buy rope', exact: true })).toBeVisible();

  await page.getByRole('radiogroup', { name: 'View' }).locator('label', { hasText: 'Table' }).tap();
  await expect(page.getByRole('group', { name: 'Paint the boat', exact: true })).toBeVisible();
  await page.goto('/manage/calendar');
  await expect(page.getByText('Paint the boat').first()).toBeVisible();
  // Nothing is wider than the screen.
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(complaints).toEqual([]);
});

async function pressLong(page: Page, on: Locator): Promise<void> {
  await on.scrollIntoViewIfNeeded();
  const box = await on.boundingBox();
  if (!box) throw new Error('nothing to press');
  const wire = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await wire.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  // Holds the finger until its menu appears.
  await expect(page.getByRole('menu').first()).toBeVisible();
  await wire.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('tasks are edited in the dashboard, and a collapsed group stays collapsed', { tag: '@long' }, async ({ seat }) => {
  const [ada] = pair();
  const { id: project_id } = await ada.call(projectAdd, { name: 'Mole', columns: 'Inbox' });
  const task = await ada.call(taskAdd, { project_id, name: 'Mend the light', owner: [ada.userid] });
  const { page, complaints } = await seat(ada);
  await page.goto('/manage/dashboard');
  const row = page.getByRole('button', { name: /Mend the light/ });
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Mark as done' }).click();
  await expect.poll(async () => (await ada.call(taskOne, { task_id: task.id })).complete_at).toBeTruthy();
  await expect(page.getByRole('checkbox', { name: 'Reopen “Mend the light”' })).toBeVisible();
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Reopen', exact: true }).click();
  await page.getByRole('button', { name: /^To do \d/ }).click();
  await expect(row).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: /^To do \d/ })).toBeVisible();
  await expect(row).toBeHidden();
  // The number links to the tasks that it counts.
  await page.getByRole('link', { name: /To do/ }).click();
  await expect(row).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a description’s checklist is ticked in place, and an earlier version is restored', { tag: '@long' }, async ({
  seat,
}) => {
  const [ada, bo] = pair();
  const { id: project_id } = await ada.call(projectAdd, { name: 'Quay', columns: 'Inbox' });
  await ada.call(projectUser, { project_id, userid: [ada.userid, bo.userid] });
  const { id: task_id } = await ada.call(taskAdd, { project_id, name: 'Pack', owner: [ada.userid] });
  const content = async () => String((await ada.call(taskContent, { task_id })).content ?? '');
  const mine = await seat(ada);
  const theirs = await seat(bo);
  for (const { page } of [mine, theirs]) await page.goto(`/single/task/${task_id}`);
  const { page } = mine;
  const field = page.getByRole('textbox', { name: 'Description' });
  await field.click();
  await page.getByRole('button', { name: 'Checklist' }).click();
  await page.keyboard.type('Rope');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Lamp');
  await page.getByRole('button', { name: 'Save' }).click();
  const items = (rope: string) =>
    `<ul><li data-list="${rope}"><p>Rope</p></li><li data-list="unchecked"><p>Lamp</p></li></ul>`;
  await expect.poll(content).toBe(items('unchecked'));

  // Ticked with one click, on the other's screen too.
  const tick = (on: Page) => on.getByRole('textbox', { name: 'Description' }).getByRole('checkbox').first();
  await expect(tick(theirs.page)).not.toBeChecked();
  await tick(page).click();
  await expect.poll(content).toBe(items('checked'));
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
  await expect(tick(theirs.page)).toBeChecked();

  // Other edits wait for the save button, as does an earlier version being viewed.
  await field.getByRole('paragraph').filter({ hasText: 'Lamp' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' oil');
  await tick(page).click();
  expect(await content()).toBe(items('checked'));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(content).toContain('<p>Lamp oil</p>');
  await page.getByRole('button', { name: 'Version history' }).click();
  await page.getByRole('menuitem').last().click();
  await expect(field).not.toContainText('oil');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(content).toBe(items('unchecked'));
  expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
});

test('a picture in a description is stored with the task and seen by the others', { tag: '@long' }, async ({
  seat,
}) => {
  const [ada, bo] = pair();
  const { id: project_id } = await ada.call(projectAdd, { name: 'Wharf', columns: 'Inbox' });
  await ada.call(projectUser, { project_id, userid: [ada.userid, bo.userid] });
  const { id: task_id } = await ada.call(taskAdd, {
    project_id,
    name: 'Paint',
    owner: [ada.userid],
    content: '<p>So:</p>',
  });
  const mine = await seat(ada);
  const theirs = await seat(bo);
  for (const { page } of [mine, theirs]) await page.goto(`/single/task/${task_id}`);
  const { page } = mine;
  const field = (on: Page) => on.getByRole('textbox', { name: 'Description' });
  await expect(field(page)).toContainText('So:');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add image' }).click();
  const buffer = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#4f5bd5' } })
    .png()
    .toBuffer();
  await (await choosing).setFiles([{ name: 'plan.png', mimeType: 'image/png', buffer }]);
  await expect(field(page).getByRole('img', { name: 'plan.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  // The other person loads it with a key of their own.
  const theirPicture = field(theirs.page).getByRole('img', { name: 'plan.png' });
  await expect(theirPicture).toBeVisible();
  await expect
    .poll(() => theirPicture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(64);
  const { content } = await ada.call(taskContent, { task_id });
  expect(content).toMatch(/<img class="browse" width="64" height="40" src="\{\{RemoteURL\}\}[^"?]+" alt="plan.png">/);
  await page.reload();
  await expect(field(page).getByRole('img', { name: 'plan.png' })).toBeVisible();
  expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
});

test('a picture uploads with a new task, also after a reload; a guest sees it and its changes', {
  tag: '@long',
}, async ({ seat }) => {
  const [ada, bo] = pair();
  const { id: project_id } = await ada.call(projectAdd, { name: 'Slipway', columns: 'Inbox,Done' });
  const { page, complaints } = await seat(ada);
  await page.goto(`/manage/project/${project_id}`);
  const open = async () => {
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.keyboard.press('n');
    return page.getByRole('dialog', { name: 'New task' });
  };
  const form = await open();
  await form.getByRole('textbox', { name: 'Title' }).fill('Tar');
  const choosing = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Add image' }).click();
  const buffer = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#73b45c' } })
    .png()
    .toBuffer();
  await (await choosing).setFiles([{ name: 'hull.png', mimeType: 'image/png', buffer }]);
  await expect(form.getByRole('img', { name: 'hull.png' })).toBeVisible();
  await page.reload();
  const again = await open();
  await expect(again.getByRole('img', { name: 'hull.png' })).toBeVisible();
  await again.getByRole('button', { name: 'Add task', exact: true }).click();
  // Before the server has assigned an id.
  await page.getByRole('group', { name: 'Tar', exact: true }).click();
  const picture = (on: Page) => on.getByRole('textbox', { name: 'Description' }).getByRole('img', { name: 'hull.png' });
  const widthOf = (on: Page) =>
    picture(on).evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth);
  await expect.poll(() => widthOf(page)).toBe(64);

  const [task] = (await ada.call(taskLists, { project_id })).data;
  const { dialog_id } = await ada.call(taskDialog, { task_id: task?.id ?? 0 });
  await ada.call(groupAdduser, { dialog_id, userids: [bo.userid] });
  const guest = await seat(bo);
  await guest.page.goto(`/single/task/${task?.id ?? 0}`);
  await expect(guest.page.getByRole('note')).toContainText('You’re a guest here');
  await expect.poll(() => widthOf(guest.page)).toBe(64);
  await ada.call(taskUpdate, { task_id: task?.id ?? 0, name: 'Tar it twice' });
  await expect(guest.page.getByRole('textbox', { name: 'Title' })).toHaveValue('Tar it twice');
  await expect(guest.page.getByRole('textbox', { name: 'Title' })).toBeDisabled();
  expect([...complaints, ...guest.complaints]).toEqual([]);
});

test('a task with open subtasks cannot be completed; a subtask becomes a task; the log restores', {
  tag: '@long',
}, async ({ seat }) => {
  const [ada] = pair();
  const { id: project_id } = await ada.call(projectAdd, { name: 'Lock', columns: 'Inbox', flow: 'open' });
  const made = { project_id, name: 'Open the gate', owner: [ada.userid], subtasks: [{ name: 'Oil it' }] };
  const { id: task_id } = await ada.call(taskAdd, made);
  const { page, complaints } = await seat(ada);
  await page.goto(`/single/task/${task_id}`);
  const isDone = async () => Boolean((await ada.call(taskOne, { task_id })).complete_at);
  const finish = () => page.getByRole('checkbox', { name: 'Complete “Open the gate”' }).click();
  await finish();
  const refusal = page.getByRole('dialog').filter({ hasText: 'subtask' });
  await expect(refusal).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await isDone()).toBe(false);

  await page.getByRole('button', { name: 'Convert “Oil it” to a task' }).click();
  await expect
    .poll(async () => (await ada.call(taskLists, { project_id, parent_id: -1 })).data.map(({ name }) => name))
    .toContain('Oil it');
  await finish();
  await expect.poll(isDone).toBe(true);
  await page.getByRole('region', { name: 'Activity' }).getByRole('button', { name: 'Reset' }).first().click();
  await page.getByRole('dialog', { name: 'Reset' }).getByRole('button', { name: 'Reset' }).click();
  await expect.poll(isDone).toBe(false);
  expect(complaints).toEqual([]);
});

test('an open task is in the address: Back closes it, and a reload shows it again', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const ada = await account('Ada');
  const { id: project_id } = await ada.call(projectAdd, { name: 'Quay', columns: 'To do' });
  const { id } = await ada.call(taskAdd, { project_id, name: 'Paint the rail' });
  const { page, complaints } = await seat(ada);
  const board = `/manage/project/${project_id}`;
  await page.goto(board);
  await page.getByText('Paint the rail', { exact: true }).click();
  const task = page.getByRole('dialog', { name: 'Paint the rail' });
  await expect(task).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${board}\\?task=${id}$`));
  await page.goBack();
  await expect(task).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${board}$`));
  await page.goForward();
  await expect(task).toBeVisible();
  await page.reload();
  await expect(task).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(task).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${board}$`));
  expect(complaints).toEqual([]);
});

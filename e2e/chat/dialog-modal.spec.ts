import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveAdd } from '@atrium/contract/files/drive.ts';
import { columnLists, projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskAddsub } from '@atrium/contract/projects/tasks.ts';
import { favoriteToggle } from '@atrium/contract/workspace/favorites.ts';
import { expect } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { type MakeAccount, test } from '../support/fixtures.ts';
import { PHONE } from '../support/people.ts';

async function workshop(account: MakeAccount) {
  const [ada, bo] = [await account('Ada'), await account('Bo')];
  const project = await ada.call(projectAdd, { name: 'Roof', columns: 'To do,Done' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  const { id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const said = await bo.call(msgSendtext, { dialog_id: id, text: 'The tiles have arrived' });
  return { ada, bo, project, dialogId: id, said };
}

// covers A2-32, C2-06
test('a conversation opens as a modal over the screen that led to it', { tag: '@long' }, async ({ seat, account }) => {
  test.setTimeout(120_000);
  const { ada, bo, project, dialogId, said } = await workshop(account);
  await ada.call(favoriteToggle, { type: 'message', id: said.id });
  const { page, context, complaints } = await seat(ada);
  const modal = page.getByRole('dialog', { name: 'Bo', exact: true });
  const board = `/manage/project/${project.id}`;
  const place = () => new URL(page.url()).pathname + new URL(page.url()).search;

  // From a person's card: the board stays below, and a message sent here reaches the other person.
  await page.goto(board);
  await page.getByRole('button', { name: /^Members/ }).click();
  await page.getByRole('dialog', { name: 'Members' }).getByRole('button', { name: 'Bo', exact: true }).click();
  await page.getByRole('button', { name: 'Start chat' }).click();
  await expect(modal.getByRole('article').filter({ hasText: 'The tiles have arrived' })).toBeVisible();
  expect(place()).toBe(`${board}?dialog_id=${dialogId}`);
  expect(await violationsOf(page)).toEqual([]);
  await modal.getByRole('textbox', { name: /^Message / }).click();
  await page.keyboard.type('On my way');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await bo.call(msgList, { dialog_id: dialogId })).list.map(({ msg }) => msg['text']))
    .toContainEqual(expect.stringContaining('On my way'));

  // A reload restores it, and the browser's Back closes it.
  await page.reload();
  await expect(modal.getByRole('article').filter({ hasText: 'On my way' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Roof', includeHidden: true })).toBeAttached();
  await page.goBack();
  await expect(modal).toBeHidden();
  expect(place()).toBe(board);

  // From a favorite, at its message; Escape closes it and the focus returns.
  await page.goto('/manage/favorite');
  const messages = page.getByRole('tab', { name: 'Messages' });
  await messages.click();
  const row = page.getByRole('button', { name: /The tiles have arrived/ }).first();
  await row.click();
  await expect(modal.getByRole('article').filter({ hasText: 'The tiles have arrived' })).toBeVisible();
  expect(place()).toBe(`/manage/favorite?dialog_id=${dialogId}&dialog_msg=${said.id}`);
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(row).toBeFocused();
  expect(place()).toBe('/manage/favorite');

  // On to the messenger; Back leads to the screen.
  await row.click();
  await modal.getByRole('button', { name: 'Open in Messenger' }).click();
  await expect(page).toHaveURL(`/manage/messenger?dialog=${dialogId}&msg=${said.id}`);
  await expect(modal).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/manage/favorite');

  // In its own window.
  await messages.click();
  await row.click();
  const opening = context.waitForEvent('page');
  await modal.getByRole('button', { name: 'More chat actions' }).click();
  await page.getByRole('menuitem', { name: 'Open in a new window' }).click();
  const apart = await opening;
  await expect(apart).toHaveURL(new RegExp(`/single/dialog/${dialogId}$`));
  await expect(apart.getByRole('article').filter({ hasText: 'On my way' })).toBeVisible();
  await expect(modal).toBeHidden();

  // The address of an inaccessible conversation shows an error and the screen.
  await page.goto(`${board}?dialog_id=999999`);
  await expect(page.getByText(/doesn’t exist|not a member|deleted/).first()).toBeVisible();
  await expect(page).toHaveURL(board);
  expect(complaints).toEqual([]);
});

// covers A2-31, A2-32, C2-05, C2-06
test('a task opens as a modal; a subtask opens its main task; a file closes what is open', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const { ada, project } = await workshop(account);
  const { data: columns } = await ada.call(columnLists, { project_id: project.id });
  const task = await ada.call(taskAdd, {
    project_id: project.id,
    column_id: String(columns[0]?.id),
    name: 'Lay the tiles',
  });
  const part = await ada.call(taskAddsub, { task_id: task.id, name: 'Buy a hammer' });
  const { dialog_id: dialog } = project;
  const { page, complaints } = await seat(ada);
  await page.goto(`/manage/project/${project.id}`);
  await page.getByRole('group', { name: 'Lay the tiles' }).click();
  const modal = page.getByRole('dialog', { name: 'Lay the tiles' });
  await expect(modal.getByRole('textbox', { name: 'Title' }).first()).toHaveValue('Lay the tiles');
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  // The palette finds the subtask and opens its main task.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Buy a hammer');
  await page
    .getByRole('option', { name: /Buy a hammer/ })
    .first()
    .click();
  await expect(modal.getByRole('textbox', { name: 'Title' }).first()).toHaveValue('Lay the tiles');
  expect(part.parent_id).toBe(task.id);
  // A file that is opened above a task, or above a conversation outside of the messenger, closes them.
  const file = await ada.call(driveAdd, { name: 'Slate offers', type: 'document' });
  const overlays = page.getByRole('dialog', { name: /^(Lay the tiles|Roof)$/ });
  for (const open of [async () => undefined, () => page.goto(`/manage/project/${project.id}?dialog_id=${dialog}`)]) {
    await open();
    await expect(overlays).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Slate offers');
    await page.getByRole('option', { name: /Slate offers\.md/ }).click();
    await expect(page).toHaveURL(/\/manage\/file$/);
    await expect(page.locator(`[data-file="${file.id}"]`)).toBeVisible();
    await expect(overlays).toHaveCount(0);
  }
  expect(complaints).toEqual([]);
});

test('on a phone a conversation covers the screen and its Back button leads to the screen', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const { ada, project } = await workshop(account);
  const { page, complaints } = await seat(ada, { viewport: PHONE });
  await page.goto(`/manage/project/${project.id}`);
  await page.getByRole('button', { name: /^Project chat/ }).click();
  const modal = page.getByRole('dialog', { name: 'Roof' });
  await expect(modal.getByRole('textbox', { name: /^Message / })).toBeVisible();
  const box = await modal.boundingBox();
  expect([box?.width, box?.height]).toEqual([PHONE.width, PHONE.height]);
  // Otherwise the tooltip of the button under the pointer would be checked as well.
  await page.mouse.move(PHONE.width / 2, PHONE.height / 2);
  await expect(page.getByRole('tooltip')).toBeHidden();
  expect(await violationsOf(page)).toEqual([]);
  await modal.getByRole('button', { name: 'Back' }).click();
  await expect(modal).toBeHidden();
  await expect(page).toHaveURL(`/manage/project/${project.id}`);
  expect(complaints).toEqual([]);
});

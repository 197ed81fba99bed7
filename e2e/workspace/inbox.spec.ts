import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';

test('what one person asks of another comes to their inbox, and is read, snoozed, done and undone with keys', async ({
  seat,
  account,
}) => {
  const [ada, bo] = [await account('Ada'), await account('Bo')];
  const { id: project_id } = await ada.call(projectAdd, { name: 'Site', columns: 'Open' });
  await ada.call(projectUser, { project_id, userid: [ada.userid, bo.userid] });
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Crew' });
  const { page } = await seat(bo);
  await page.goto('/manage/inbox');
  await expect(page.getByText('All done.', { exact: false })).toBeVisible();

  // It comes while the list is open, and counts until it is read.
  const text = `<p><span class="mention user" data-id="${bo.userid}">@Bo</span> could you look?</p>`;
  await ada.call(msgSendtext, { dialog_id, text });
  await ada.call(taskAdd, { project_id, name: 'Paint the door', owner: [bo.userid] });
  const list = page.getByRole('list', { name: 'Inbox' });
  const mention = list.getByRole('button', { name: /Crew.*Ada mentioned you/ });
  const task = list.getByRole('button', { name: /Paint the door.*Ada assigned you a task/ });
  await expect(mention).toBeVisible();
  await expect(task).toBeVisible();
  const place = page.getByRole('link', { name: 'Inbox' });
  await expect(place).toContainText('2');

  await mention.click();
  await expect(page.getByRole('main').getByText('could you look?').last()).toBeVisible();
  await expect(place).toContainText('1');
  await mention.focus();
  await page.keyboard.press('e');
  await expect(mention).toHaveCount(0);
  // The next one takes its place, and the focus with it.
  await expect(task).toBeFocused();
  await expect(
    page.getByRole('textbox', { name: 'Task name' }).or(page.getByText('Paint the door')).first(),
  ).toBeVisible();
  await page.keyboard.press('h');
  await page.getByRole('menuitem', { name: /Tomorrow/ }).click();
  await expect(list).toHaveCount(0);

  await page.getByRole('radiogroup').getByText('Snoozed', { exact: true }).click();
  await expect(page.getByRole('button', { name: /Paint the door.*assigned/ })).toBeVisible();
  await page.getByRole('radiogroup').getByText('Done', { exact: true }).click();
  await page.getByRole('button', { name: 'Move “Crew” to inbox' }).click({ force: true });
  await page.getByRole('radiogroup').getByText('Inbox', { exact: true }).click();
  await expect(mention).toBeVisible();
});

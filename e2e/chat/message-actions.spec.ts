import { dialogOne, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskDialog } from '@atrium/contract/projects/tasks.ts';
import { expect, type Page } from '@playwright/test';
import { type OpenSeat, test } from '../support/fixtures.ts';
import { type Person } from '../support/people.ts';

let ada: Person;
let bo: Person;
let cy: Person;
test.beforeAll(async ({ account }) => {
  [ada, bo, cy] = await Promise.all([account('Ada'), account('Bo'), account('Cy')]);
});

/** A group of the three with a message by Ada, open in a browser each. */
async function gather(seat: OpenSeat, name: string) {
  const { id } = await ada.call(groupAdd, { userids: [bo.userid, cy.userid], chat_name: name });
  await ada.call(msgSendtext, { dialog_id: id, text: 'Hello all' });
  const seats = await Promise.all([ada, bo, cy].map((person) => seat(person)));
  const pages = seats.map(({ page }) => page) as [Page, Page, Page];
  for (const page of pages) {
    await page.goto(`/manage/messenger?dialog=${id}`);
    await expect(article(page, 'Hello all')).toBeVisible({ timeout: 60_000 });
  }
  const end = async () => {
    expect(seats.flatMap((each) => each.complaints)).toEqual([]);
    await Promise.all(seats.map(({ context }) => context.close()));
  };
  return { id, pages, end };
}

const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
async function act(page: Page, text: string, item: string) {
  await article(page, text).getByText(text, { exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
async function start(page: Page, item: string) {
  await page.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

// covers B2-17, B4-08, B4-09, B4-10, B4-11, B9-15
test('three people vote in a poll, and its creator closes it', { tag: '@long' }, async ({ seat }) => {
  test.setTimeout(300_000);
  const { pages, end } = await gather(seat, 'Lunch');
  const [adaPage, boPage, cyPage] = pages;
  await start(adaPage, 'Create poll');
  await adaPage.getByRole('textbox', { name: 'Question' }).fill('Where do we eat?');
  await adaPage.getByRole('textbox', { name: 'Option 1' }).fill('Sushi');
  await adaPage.getByRole('textbox', { name: 'Option 2' }).fill('Pizza');
  await adaPage.getByRole('dialog').getByRole('button', { name: 'Create poll' }).click();

  for (const page of pages) await expect(article(page, 'Where do we eat?')).toBeVisible();
  const vote = article(boPage, 'Where do we eat?');
  const submit = vote.getByRole('button', { name: 'Vote', exact: true });
  await expect(submit).toBeDisabled();
  await vote.getByRole('radio', { name: 'Pizza' }).check();
  // The ticked choice is restored after a reload.
  await boPage.reload();
  await expect(vote.getByRole('radio', { name: 'Pizza' })).toBeChecked();
  await submit.click();
  await expect(vote.locator('[data-option="2"]')).toContainText('1 vote · 100.00%');
  // Cy has not voted and does not see the result.
  const cyVote = article(cyPage, 'Where do we eat?');
  await expect(cyVote.locator('[data-option]')).toHaveCount(0);
  await cyVote.getByRole('radio', { name: 'Sushi' }).check();
  await cyVote.getByRole('button', { name: 'Vote', exact: true }).click();
  const adaVote = article(adaPage, 'Where do we eat?');
  await adaVote.getByRole('radio', { name: 'Pizza' }).check();
  await adaVote.getByRole('button', { name: 'Vote', exact: true }).click();
  for (const page of pages) {
    const options = article(page, 'Where do we eat?').locator('[data-option]');
    await expect(options.nth(0)).toContainText('1 vote · 33.33 %');
    await expect(options.nth(1)).toContainText('2 votes · 66.67 %');
    await expect(options.nth(1).locator('[title="Ada"], [title="Bo"]')).toHaveCount(2);
  }

  // Only Ada can end it, after a confirmation.
  await expect(vote.getByRole('button', { name: 'End poll' })).toHaveCount(0);
  await adaVote.getByRole('button', { name: 'End poll' }).click();
  await adaPage.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(adaVote).not.toContainText('Ended');
  await adaVote.getByRole('button', { name: 'End poll' }).click();
  await adaPage.getByRole('dialog').getByRole('button', { name: 'End poll' }).click();
  await expect(vote).toContainText('Ended');
  await expect(adaVote.getByRole('button', { name: 'Repost' })).toHaveCount(0);
  await end();
});

// covers B2-16, B4-17
test('a sign-up list is passed on; a long one is collapsed', { tag: '@long' }, async ({ seat }) => {
  test.setTimeout(300_000);
  const { pages, end } = await gather(seat, 'Picnic');
  const [adaPage, boPage] = pages;
  await start(adaPage, 'Create sign-up list');
  await adaPage.getByRole('textbox', { name: 'Topic' }).fill('Who brings what');
  await adaPage.getByRole('textbox', { name: 'Example' }).fill('Name: thing');
  await adaPage.getByRole('textbox', { name: 'Entry 1' }).fill('Ada: bread');
  await adaPage.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await article(boPage, 'Who brings what').getByRole('button', { name: 'Sign up' }).click();
  await expect(boPage.getByRole('textbox', { name: 'Entry 1' })).toBeDisabled();
  await boPage.getByRole('textbox', { name: 'Entry 2' }).fill('Bo: cheese');
  for (const [line, words] of [
    [3, 'Bo: wine'],
    [4, 'Bo: plates'],
  ] as const) {
    await boPage.getByRole('button', { name: 'Add entry' }).click();
    await boPage.getByRole('textbox', { name: `Entry ${line}` }).fill(words);
  }
  await boPage.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  const newest = article(adaPage, 'Who brings what').last();
  await expect(newest.getByRole('listitem')).toHaveText([/Name: thing/, /Ada: bread/]);
  await newest.getByRole('button', { name: 'Show 3 more entries' }).click();
  await expect(newest).toContainText('Bo: plates');
  // It stays expanded on this device.
  await adaPage.reload();
  await expect(newest).toContainText('Bo: plates');
  await newest.getByRole('button', { name: 'Show less' }).click();
  await expect(newest.getByRole('listitem')).toHaveCount(2);
  await end();
});

// covers B1-05, B2-02, B2-06
test('a message becomes a to-do, tagged and pinned; everyone sees it, and one person completes it', {
  tag: '@long',
}, async ({ seat }) => {
  test.setTimeout(300_000);
  const { pages, end } = await gather(seat, 'Work');
  const [adaPage, boPage] = pages;
  // A group shows authors; a reaction and a reply belong to their message.
  await expect(article(boPage, 'Hello all').getByText('Ada', { exact: true })).toBeVisible();
  await article(boPage, 'Hello all').hover();
  await article(boPage, 'Hello all').getByRole('button', { name: 'React' }).click();
  await boPage
    .getByRole('menuitem', { name: '👍' })
    .or(boPage.getByRole('button', { name: '👍' }))
    .first()
    .click();
  await expect(article(adaPage, 'Hello all')).toContainText('👍');
  await act(adaPage, 'Hello all', 'Add to-do');
  await adaPage.getByRole('radio', { name: 'Selected people' }).check();
  await adaPage.getByRole('checkbox', { name: 'Bo' }).check();
  await adaPage.getByRole('button', { name: 'Save' }).click();
  const row = boPage.locator('[data-dialog]', { hasText: 'Work' });
  await expect(row).toContainText('[To-do]');
  await boPage.getByRole('button', { name: 'More filters' }).click();
  await boPage.getByRole('menuitemradio', { name: /^To-do/ }).click();
  await expect(boPage.locator('[data-dialog]')).toHaveCount(1);
  await expect(boPage.getByRole('log')).toContainText('Ada added a to-do for you');
  await expect(adaPage.getByRole('log')).toContainText('You added a to-do for Bo');

  // The mark opens the list of assignees.
  await article(adaPage, 'Hello all').getByRole('button', { name: 'To-do', exact: true }).click();
  await expect(adaPage.getByRole('heading', { name: 'To do (1)' }).or(adaPage.getByText('To do (1)'))).toBeVisible();
  await adaPage.keyboard.press('Escape');

  await boPage.getByRole('button', { name: 'Hello all' }).last().click();
  await boPage.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(row).toHaveCount(0);
  await expect(adaPage.getByRole('log')).toContainText('Completed by Bo');
  await expect(
    article(adaPage, 'Hello all').getByRole('button', { name: 'To-do, completed by everyone' }),
  ).toBeVisible();

  await act(boPage, 'Hello all', 'Tag');
  await expect(article(adaPage, 'Hello all').getByLabel('Tagged by Bo')).toHaveCount(1);
  await expect(adaPage.getByRole('log')).toContainText('Bo tagged a message');
  await act(boPage, 'Hello all', 'Pin');
  await expect(adaPage.getByRole('button', { name: /^Go to pinned message Ada/ })).toContainText('Ada: Hello all');
  await expect(adaPage.getByRole('log')).toContainText('Bo pinned a message');
  await adaPage.getByRole('button', { name: 'Unpin message' }).click();
  await adaPage.getByRole('dialog').getByRole('button', { name: 'Unpin' }).click();
  await expect(boPage.getByRole('button', { name: 'Go to pinned message' })).toHaveCount(0);
  await act(boPage, 'Hello all', 'Reply');
  await boPage.getByRole('textbox', { name: /^Message / }).click();
  await boPage.keyboard.type('Hello back');
  await boPage.keyboard.press('Enter');
  await expect(article(adaPage, 'Hello back')).toContainText('Hello all');
  // Replies are listed together and link to their place; new ones arrive live.
  await adaPage.getByRole('button', { name: '1 reply' }).click();
  const replies = adaPage.getByRole('dialog', { name: '1 reply' });
  await expect(replies.getByRole('list', { name: 'Replies' })).toContainText('Hello back');
  await article(boPage, 'Hello all').first().getByRole('button', { name: 'Reply', exact: true }).click();
  await boPage.getByRole('textbox', { name: /^Message / }).click();
  await boPage.keyboard.type('And once more');
  await boPage.keyboard.press('Enter');
  const both = adaPage.getByRole('dialog', { name: '2 replies' });
  await expect(both.getByRole('list', { name: 'Replies' }).getByRole('article')).toHaveCount(2);
  await both.getByRole('list').getByRole('button', { name: 'Show Bo’s message' }).first().click();
  await expect(both).toBeHidden();
  await expect(article(adaPage, 'Hello back')).toHaveAttribute('data-highlighted', 'true');
  await expect(adaPage.getByRole('button', { name: /^Read by/ })).toBeVisible();
  await end();
});

// covers B1-05, B2-02, B2-23, B4-25, C4-36
test('a message is forwarded with its sender hidden, and the choice is remembered', { tag: '@long' }, async ({
  seat,
}) => {
  test.setTimeout(300_000);
  const { pages, end } = await gather(seat, 'Source');
  await ada.call(groupAdd, { userids: [bo.userid, cy.userid], chat_name: 'Target' });
  const [, boPage, cyPage] = pages;
  await act(boPage, 'Hello all', 'Forward');
  await boPage.getByRole('button', { name: 'Next (0)' }).click();
  await expect(boPage.getByRole('alert')).toContainText('at least one chat or person');
  await boPage.getByRole('textbox', { name: 'Search', exact: true }).fill('Target');
  await boPage.getByRole('checkbox', { name: 'Target' }).click();
  await boPage.getByRole('button', { name: 'Next (1)' }).click();
  const shown = boPage.getByRole('checkbox', { name: 'Show original sender' });
  await expect(shown).toBeChecked();
  await shown.uncheck();
  await boPage.getByRole('textbox', { name: 'Add a message' }).fill('Guess who');
  await boPage.getByRole('button', { name: 'Send (1)' }).click();

  await cyPage.locator('[data-dialog]', { hasText: 'Target' }).click();
  await expect(article(cyPage, 'Guess who')).toBeVisible();
  await expect(article(cyPage, 'Hello all')).toBeVisible();
  await expect(article(cyPage, 'Hello all')).not.toContainText('Forwarded from');

  // Several at once; the checkbox remembers its state.
  await act(boPage, 'Hello all', 'Select messages');
  await boPage.getByRole('button', { name: 'Forward' }).click();
  await boPage.getByRole('checkbox', { name: 'Target' }).click();
  await boPage.getByRole('button', { name: 'Next (1)' }).click();
  await expect(shown).not.toBeChecked();
  await shown.check();
  await boPage.getByRole('button', { name: 'Send (1)' }).click();
  await expect(article(cyPage, 'Forwarded from Ada')).toBeVisible();
  await end();
});

test('in a task’s conversation Escape first cancels the reply, then closes the task', { tag: '@long' }, async ({
  seat,
}) => {
  const { id } = await ada.call(projectAdd, { name: 'Dock', columns: 'To do' });
  const task = await ada.call(taskAdd, { project_id: id, name: 'Paint', owner: [ada.userid] });
  const { dialog_id } = await ada.call(taskDialog, { task_id: task.id });
  await ada.call(msgSendtext, { dialog_id, text: 'Which color?' });
  const { page, complaints } = await seat(ada);
  await page.goto(`/manage/project/${id}`);
  await page.getByText('Paint', { exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Paint' });
  const field = modal.getByRole('textbox', { name: /^Message / });
  await field.click();
  await field.pressSequentially('Blue #Pa');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await act(page, 'Which color?', 'Reply');
  await expect(modal.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await field.press('Escape');
  await expect(modal.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await expect(modal).toBeVisible();
  await field.press('Escape');
  await expect(modal).toBeHidden();
  expect(complaints).toEqual([]);
});

test('returning to a conversation shows its end or the first unread message', { tag: '@long' }, async ({ seat }) => {
  const { id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Long' });
  const { id: other } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Short' });
  for (let n = 1; n <= 40; n++) await ada.call(msgSendtext, { dialog_id: id, text: `Line ${n}.` });
  await ada.call(msgSendtext, { dialog_id: other, text: 'Only this' });
  const { page, complaints } = await seat(bo);
  const go = (dialog: number) => page.locator(`[data-dialog="${dialog}"]`).click();
  const [log, unread] = [page.getByRole('log'), page.getByText('New messages', { exact: true })];
  const away = async () => {
    await go(other);
    await expect(article(page, 'Only this')).toBeVisible();
    // The hidden view of the other one is neither visible nor accessible.
    await expect(log).toHaveCount(1);
    await expect(page.getByRole('article')).toHaveCount(1);
  };
  await page.goto(`/manage/messenger?dialog=${id}`);
  await log.hover();
  await page.mouse.wheel(0, 9000);
  await expect(article(page, 'Line 40.')).toBeInViewport({ timeout: 60_000 });
  await expect.poll(async () => (await bo.call(dialogOne, { dialog_id: id })).unread).toBe(0);

  // The divider of new messages disappears when leaving for the first time.
  for (let times = 0; times < 2; times++) {
    await log.hover();
    // A new list may consume the first turn of the wheel.
    await expect(async () => {
      await page.mouse.wheel(0, -1200);
      await expect(article(page, 'Line 40.')).not.toBeInViewport({ timeout: 500 });
    }).toPass();
    await away();
    await go(id);
    await expect(article(page, 'Line 40.')).toBeInViewport();
  }
  await away();
  await bo.call(msgSendtext, { dialog_id: id, text: 'From my phone' });
  await go(id);
  await expect(article(page, 'From my phone')).toBeInViewport();

  // With an overlay open, and back by the browser's own buttons.
  await article(page, 'From my phone')
    .getByRole('button', { name: /^Read by/ })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(article(page, 'Only this')).toBeVisible();
  await page.goForward();
  await expect(article(page, 'From my phone')).toBeInViewport();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await away();
  for (let n = 41; n <= 80; n++) await ada.call(msgSendtext, { dialog_id: id, text: `Line ${n}.` });
  await go(id);
  await expect(unread).toBeInViewport();
  await expect(article(page, 'Line 80.')).not.toBeInViewport();
  expect(complaints).toEqual([]);
});

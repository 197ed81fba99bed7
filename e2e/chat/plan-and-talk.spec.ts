import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { INVITE_CODE, PASSWORD, PHONE } from '../support/people.ts';

// covers A2-02, A2-05, A2-06, A2-11, A2-26, B1-01, B1-09, B4-06, C2-01, A3-12
test('ada invites bo by link; they plan on one board and talk in its chat', async ({ seat }) => {
  test.setTimeout(180_000);
  const ada = await seat();
  await ada.page.goto('/login');
  await ada.page.getByRole('button', { name: 'Sign up' }).click();
  await ada.page.getByLabel('Email').fill('ada@journey.example');
  await ada.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await ada.page.getByLabel('Invite code').fill(INVITE_CODE);
  await ada.page.getByRole('button', { name: 'Sign up' }).first().click();
  // The first person is led through a set-up, or does it later.
  await ada.page.getByRole('button', { name: 'Finish later' }).click();
  await expect(ada.page).toHaveURL(/manage\/dashboard/);

  await ada.page.getByRole('button', { name: 'New project' }).first().click();
  await ada.page.getByLabel('Project name').fill('Relaunch');
  await ada.page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(ada.page).toHaveURL(/manage\/project\/\d+/);
  await ada.page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await ada.page.getByRole('textbox', { name: 'Invite link' }).inputValue();
  await ada.page.keyboard.press('Escape');

  // Bo opens the link without an account, registers, and returns to it.
  const bo = await seat();
  await bo.page.goto(new URL(link).pathname);
  await expect(bo.page).toHaveURL(/login\?from=/);
  await bo.page.getByRole('button', { name: 'Sign up' }).click();
  await bo.page.getByLabel('Email').fill('bo@journey.example');
  await bo.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await bo.page.getByLabel('Invite code').fill(INVITE_CODE);
  await bo.page.getByRole('button', { name: 'Sign up' }).first().click();
  await bo.page.getByRole('button', { name: 'Finish later' }).click();
  await bo.page.getByRole('button', { name: 'Join project' }).click();
  await expect(bo.page.getByRole('heading', { name: 'Relaunch' })).toBeVisible();

  // A new task shows on the other's board; a move is seen too.
  await ada.page.getByRole('button', { name: 'Add task to To do' }).click();
  await ada.page.keyboard.type('Ship the header');
  await ada.page.keyboard.press('Enter');
  await ada.page.keyboard.type('Write the text');
  await ada.page.keyboard.press('Enter');
  await ada.page.keyboard.press('Escape');
  const card = bo.page
    .getByRole('region', { name: 'To do' })
    .getByRole('group', { name: 'Ship the header', exact: true });
  await expect(card).toBeVisible();
  // A card that arrives during a drag would move the target from under the pointer.
  await expect(bo.page.getByRole('group', { name: 'Write the text', exact: true })).toBeVisible();
  const doing = bo.page.getByRole('region', { name: 'Doing' });
  await card.dragTo(doing);
  await expect(
    ada.page.getByRole('region', { name: 'Doing' }).getByRole('group', { name: 'Ship the header', exact: true }),
  ).toBeVisible();

  // By keyboard: pick up, move right, drop.
  await ada.page
    .getByRole('region', { name: 'To do' })
    .getByRole('group', { name: 'Write the text', exact: true })
    .focus();
  await ada.page.keyboard.press('Space');
  await ada.page.keyboard.press('ArrowRight');
  await ada.page.keyboard.press('Space');
  await expect(doing.getByRole('group', { name: 'Write the text', exact: true })).toBeVisible();

  // Ada completes one; it is struck through on both sides.
  await ada.page
    .getByRole('region', { name: 'Doing' })
    .getByRole('checkbox', { name: 'Complete “Ship the header”' })
    .click();
  await expect(ada.page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(bo.page.getByRole('checkbox', { name: 'Reopen “Ship the header”' })).toBeVisible();

  // They chat in the project: unread, mention, read state.
  await ada.page.getByRole('button', { name: 'Project chat' }).click();
  const field = ada.page.getByRole('textbox', { name: /^Message / });
  await field.click();
  await ada.page.keyboard.type('View this @bo');
  await ada.page.getByRole('option', { name: /bo/ }).click();
  await ada.page.keyboard.type(' please');
  await ada.page.keyboard.press('Enter');
  await bo.page.getByRole('link', { name: /Messenger/ }).click();
  const row = bo.page.locator('[data-dialog]', { hasText: 'Relaunch' });
  await expect(row).toContainText('@1');
  await row.click();
  await expect(bo.page.getByRole('article').filter({ hasText: 'View this' })).toBeVisible();
  await expect(row).not.toContainText('@1');
  await expect(ada.page.getByRole('article').filter({ hasText: 'View this' }).getByLabel('Read by 100%')).toBeVisible();

  expect([...ada.complaints, ...bo.complaints]).toEqual([]);
});

// covers B1-01, B1-05, B4-23, B6-05
test('reply, edit and withdraw show on the other side, on a phone too', { tag: '@long' }, async ({ seat, account }) => {
  test.setTimeout(120_000);
  const [adaPerson, boPerson] = await Promise.all([account('Ada'), account('Bo')]);
  const ada = await seat(adaPerson);
  const bo = await seat(boPerson, { viewport: PHONE, hasTouch: true, isMobile: true });
  await ada.page.goto('/manage/messenger/contacts');
  await ada.page.getByRole('textbox', { name: 'Search by name or email' }).fill(boPerson.email);
  await ada.page.getByRole('button', { name: /Bo/ }).click();
  const write = async (text: string) => {
    await ada.page.getByRole('textbox', { name: /^Message / }).click();
    await ada.page.keyboard.type(text);
    await ada.page.keyboard.press('Enter');
  };
  await write('Lunch at noon?');
  await bo.page.goto('/manage/messenger');
  await expect(bo.page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await bo.page.locator('[data-dialog]', { hasText: 'Ada' }).click();
  await expect(bo.page.getByRole('article').filter({ hasText: 'Lunch at noon?' })).toBeVisible();
  await expect(bo.page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden();

  // ArrowUp edits the last own message.
  await ada.page.getByRole('textbox', { name: /^Message / }).click();
  await ada.page.keyboard.press('ArrowUp');
  await expect(ada.page.getByText('Editing', { exact: true })).toBeVisible();
  // Canceling leaves an empty field.
  const field = ada.page.getByRole('textbox', { name: /^Message / });
  await expect(field).toHaveText('Lunch at noon?');
  await ada.page.keyboard.press('Escape');
  await expect(ada.page.getByText('Editing', { exact: true })).toHaveCount(0);
  await expect(field).toHaveText('');
  await ada.page.keyboard.press('ArrowUp');
  await expect(field).toHaveText('Lunch at noon?');
  await ada.page.keyboard.press('ControlOrMeta+a');
  await ada.page.keyboard.type('Lunch at one?');
  await ada.page.keyboard.press('Enter');
  await expect(bo.page.getByRole('article').filter({ hasText: 'Lunch at one?' })).toContainText('edited');

  await write('Wrong window');
  const mistake = bo.page.getByRole('article').filter({ hasText: 'Wrong window' });
  await expect(mistake).toBeVisible();
  await ada.page.getByRole('article').filter({ hasText: 'Wrong window' }).getByRole('button', { name: 'More' }).click();
  await ada.page.getByRole('menuitem', { name: 'Delete for everyone' }).click();
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Delete for everyone' }).click();
  await expect(mistake).toBeHidden();

  await ada.page
    .getByRole('article')
    .filter({ hasText: 'Lunch at one?' })
    .getByRole('button', { name: 'Reply' })
    .click();
  await write('Or at two');
  await expect(bo.page.getByRole('article').filter({ hasText: 'Or at two' })).toContainText('Lunch at one?');
  // Direct chats have a tick; read counts and names are for groups.
  await expect(
    ada.page.getByRole('article').filter({ hasText: 'Or at two' }).getByLabel('Read', { exact: true }),
  ).toBeVisible();
  await expect(ada.page.getByRole('button', { name: /^Read by/ })).toHaveCount(0);
  expect([...ada.complaints, ...bo.complaints]).toEqual([]);
});

test('the server is killed during writing: everything arrives once, without a reload', { tag: '@long' }, async ({
  seat,
  account,
  server,
}) => {
  test.setTimeout(180_000);
  const [adaPerson, boPerson] = await Promise.all([account('Ada'), account('Cleo')]);
  const ada = await seat(adaPerson);
  await ada.page.goto('/manage/messenger/contacts');
  await ada.page.getByRole('textbox', { name: 'Search by name or email' }).fill(boPerson.email);
  await ada.page.getByRole('button', { name: /Cleo/ }).click();
  const field = ada.page.getByRole('textbox', { name: /^Message / });
  await field.click();
  await ada.page.keyboard.type('before');
  await ada.page.keyboard.press('Enter');
  await expect(ada.page.getByRole('article').filter({ hasText: 'before' })).toBeVisible();
  await server.kill();
  await ada.page.keyboard.type('while it was down');
  await ada.page.keyboard.press('Enter');
  await expect(ada.page.getByRole('article').filter({ hasText: 'while it was down' })).toBeVisible();
  await server.restart();
  const bo = await seat(boPerson);
  await bo.page.goto('/manage/messenger');
  await bo.page.locator('[data-dialog]', { hasText: 'Ada' }).click();
  await expect(bo.page.getByRole('article').filter({ hasText: 'while it was down' })).toHaveCount(1, {
    timeout: 45_000,
  });
  await expect(bo.page.getByRole('article').filter({ hasText: 'before' })).toHaveCount(1);
  await expect(ada.page.getByRole('article').filter({ hasText: 'while it was down' })).toHaveCount(1);
});

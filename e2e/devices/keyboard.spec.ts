import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';

const MOST = 80;

/** Presses Tab until the element has the focus, like a person without a mouse. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await wanted.waitFor();
  for (let turn = 0; turn < MOST; turn++) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(wanted)} is not reached by ${MOST} times ${key}`);
}

/** True if the focused element has a visible ring. */
const hasRing = (page: Page) =>
  page.evaluate<boolean>(
    `(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none')(getComputedStyle(document.activeElement))`,
  );

test('a day without a mouse: sign in, plan, move, chat, search, edit, sign out', async ({ seat, account }) => {
  const [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
  const { id } = await bo.call(dialogOpenUser, { userid: ada.userid });
  await bo.call(msgSendtext, { dialog_id: id, text: 'Lunch at noon?' });
  const { page, complaints } = await seat();
  const { keyboard } = page;
  const command = async (words: string, name: RegExp) => {
    await keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await keyboard.type(words);
    await expect(palette.getByRole('option', { name }).first()).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Enter');
    await expect(palette).toBeHidden();
  };

  await page.goto('/login');
  await tabTo(page, page.getByLabel('Email'));
  await keyboard.type(ada.email);
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }));
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Ada/ })).toBeVisible();

  // The first stop skips the sidebar.
  await keyboard.press('Tab');
  expect(await hasRing(page)).toBe(true);

  await command('new project', /^New project/);
  await expect(page.getByRole('dialog', { name: 'New project' }).getByRole('textbox').first()).toBeFocused();
  await keyboard.type('Harbour');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible();

  const columns = page.locator('[data-column]');
  await tabTo(
    page,
    columns
      .first()
      .getByRole('button', { name: /Add|New task/ })
      .first(),
  );
  await keyboard.press('Enter');
  await keyboard.type('Paint the boat');
  await keyboard.press('Enter');
  await keyboard.type('Buy rope');
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  const card = page.getByRole('group', { name: 'Paint the boat' });
  await expect(card).toBeVisible();
  await expect(page.getByRole('group', { name: 'Buy rope' })).toBeVisible();
  await tabTo(page, card);
  expect(await hasRing(page)).toBe(true);
  await keyboard.press('Space');
  await keyboard.press('ArrowRight');
  await expect(columns.nth(1).getByRole('group', { name: 'Paint the boat' })).toBeFocused();
  await keyboard.press('Space');

  await keyboard.press('Enter');
  const task = page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: 'Title' }) });
  await expect(task.getByRole('textbox', { name: 'Title' })).toHaveValue('Paint the boat');
  await tabTo(page, task.getByRole('textbox', { name: /^Message/ }));
  await keyboard.type('Which color?');
  await keyboard.press('Enter');
  await expect(task.getByRole('article').filter({ hasText: 'Which color?' })).toBeVisible();
  await keyboard.press('Escape');
  if (await task.isVisible()) await keyboard.press('Escape');
  await expect(task).toBeHidden();
  await expect(card).toBeFocused();

  await command('bo', /^Bo/);
  const lunch = page.getByRole('article').filter({ hasText: 'Lunch at noon?' });
  await tabTo(page, lunch.getByRole('button', { name: 'Reply' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /Bo/ })).toBeFocused();
  await keyboard.type('Gladly');
  await keyboard.press('Enter');
  const answer = page.getByRole('article').filter({ hasText: 'Gladly' });
  await expect(answer).toContainText('Lunch at noon?');

  // Outside the field, single keys are commands again.
  await tabTo(page, page.getByRole('log'), 'Shift+Tab');
  await keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Search' });
  await expect(search.getByRole('combobox')).toBeFocused();
  await keyboard.type('boat');
  await expect(search.getByRole('option', { name: /^Paint the boat/ })).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expect(task.getByRole('textbox', { name: 'Title' })).toHaveValue('Paint the boat');
  await keyboard.press('Escape');
  await expect(task).toBeHidden();

  await command('dark', /Dark/);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await command('sign out', /^Sign out/);
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('fast typing is not lost: text typed after a key that opens a field lands in the field', async ({
  seat,
  account,
}) => {
  const ada = await account('Ada');
  const { page, complaints } = await seat(ada);
  await page.goto('/manage/dashboard');
  await expect(page.getByRole('heading', { name: /Ada/ })).toBeVisible();
  // Keys in quick succession, each opening a modal for the first time: its file loads while they arrive.
  const press = (keys: string) => page.keyboard.type(keys);
  await press('/contract');
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('contract');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await press('sett');
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('sett');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await press('nBuy paimt');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await press('nt now');
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('Buy paint now');
  expect(complaints).toEqual([]);
});

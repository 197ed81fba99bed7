import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { driveAdd, driveLinkSave, driveOne, driveSave, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { type Person, PHONE } from '../support/people.ts';

let ada: Person;
let bo: Person;
test.beforeAll(async ({ account }) => {
  [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
});

const item = (page: Page, name: string) => page.locator('[data-file]').filter({ hasText: name });
async function choose(page: Page, name: string, command: string): Promise<void> {
  await item(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: command, exact: true }).click();
}
const words = (page: Page) => page.getByRole('textbox', { name: /^Text of/ });

// covers A2-12, A2-16, A4-23
test('a folder is shared, edited by two people, mentioned in a chat, and found', { tag: '@long' }, async ({ seat }) => {
  test.setTimeout(90_000);
  const { id: project } = await bo.call(projectAdd, { name: 'Boats' });
  await ada.call(groupAdd, { chat_name: 'Harbour', userids: [bo.userid] });
  const one = await seat(ada);
  const two = await seat(bo);
  await two.page.goto('/manage/file');
  await expect(two.page.getByText('This folder is empty.', { exact: false })).toBeVisible();

  // Ada creates a folder, with a file and a document.
  await one.page.goto('/manage/dashboard');
  await one.page.getByRole('link', { name: 'Files' }).click();
  await one.page.getByRole('button', { name: 'New', exact: true }).click();
  await one.page.getByRole('menuitem', { name: 'New folder' }).click();
  await one.page.getByRole('textbox', { name: 'New folder' }).fill('Pier');
  await one.page.keyboard.press('Enter');
  await item(one.page, 'Pier').click();
  await expect(one.page).toHaveURL(/\/manage\/file\/\d+$/);
  const chooser = one.page.waitForEvent('filechooser');
  await one.page.getByRole('button', { name: 'New', exact: true }).click();
  await one.page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles({ name: 'Tides.txt', mimeType: 'text/plain', buffer: Buffer.from('high at nine') });
  await expect(one.page.getByText('Uploads complete')).toBeVisible();
  await expect(item(one.page, 'Tides.txt')).toBeVisible();
  await one.page.getByRole('button', { name: 'New', exact: true }).click();
  await one.page.getByRole('menuitem', { name: 'New document' }).click();
  await one.page.getByRole('textbox', { name: 'New document' }).fill('Pier plan');
  await one.page.keyboard.press('Enter');
  await words(one.page).click();
  await one.page.keyboard.type('# Pier plan');
  await expect(words(one.page).getByRole('heading', { name: 'Pier plan' })).toBeVisible();
  await expect(one.page.getByText('Saved', { exact: true })).toBeVisible();
  await one.page.getByRole('region', { name: 'Pier plan.md' }).getByRole('button', { name: 'Close' }).click();

  // Shared read-only: Bo sees it at once, opens it, and cannot write.
  await one.page.getByRole('navigation', { name: 'Folder path' }).getByRole('button', { name: 'Files' }).click();
  await choose(one.page, 'Pier', 'Share');
  await one.page.getByRole('button', { name: 'Add people' }).click();
  await one.page.getByRole('textbox', { name: 'Search by name or email' }).fill(bo.email);
  await one.page.getByRole('dialog', { name: 'Add people' }).getByText('Bo', { exact: true }).click();
  await one.page
    .getByRole('dialog', { name: 'Add people' })
    .getByRole('button', { name: /^OK|^Choose|^Select|^Done|^Confirm/ })
    .click();
  const right = one.page.getByRole('combobox', { name: 'Access for Bo' });
  await expect(right).toHaveValue('0');
  await item(two.page, 'Pier').click();
  await expect(two.page.getByText('View only')).toBeVisible();
  await expect(two.page.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
  await item(two.page, 'Pier plan').click();
  await expect(two.page.getByRole('heading', { name: 'Pier plan', level: 1 })).toBeVisible();
  await expect(words(two.page)).toHaveAttribute('contenteditable', 'false');
  await two.page.getByRole('region', { name: 'Pier plan.md' }).getByRole('button', { name: 'Close' }).click();

  // With write access both write at once.
  await right.selectOption('1');
  await one.page.keyboard.press('Escape');
  await expect(two.page.getByText('View only')).toHaveCount(0);
  await item(two.page, 'Pier plan').click();
  // At once: a click before the right to write has arrived places the caret.
  await words(two.page).getByRole('heading').click();
  await expect(words(two.page)).toBeFocused();
  await two.page.keyboard.press('End');
  await two.page.keyboard.press('Enter');
  await two.page.keyboard.type('Bo was here.');
  await item(one.page, 'Pier').click();
  await item(one.page, 'Pier plan').click();
  await expect(words(one.page)).toContainText('Bo was here.');
  await expect(
    one.page.getByRole('list', { name: 'Who else has it open' }).getByRole('img', { name: 'Bo' }),
  ).toBeVisible();
  await two.page.getByRole('region', { name: 'Pier plan.md' }).getByRole('button', { name: 'Close' }).click();
  await one.page.getByRole('region', { name: 'Pier plan.md' }).getByRole('button', { name: 'Close' }).click();

  // Mentioned in a chat by its first letters, and opened from there.
  await one.page.goto('/manage/messenger');
  await one.page.getByText('Harbour').first().click();
  const field = one.page.getByRole('textbox', { name: /^Message / });
  await field.click();
  await field.pressSequentially('see ~Pier');
  await one.page.getByRole('option', { name: /Pier plan\.md/ }).click();
  await one.page.keyboard.press('Enter');
  await two.page.goto('/manage/messenger');
  await two.page.getByText('Harbour').first().click();
  const [opened] = await Promise.all([
    two.context.waitForEvent('page'),
    two.page.getByRole('link', { name: '~Pier plan.md' }).click(),
  ]);
  await expect(opened.getByRole('heading', { name: 'Pier plan', level: 1 })).toBeVisible();
  // A link in a message asks to sign in; a public link, created explicitly, needs no account.
  const guest = await seat();
  const { pathname } = new URL(opened.url());
  await guest.page.goto(pathname);
  await expect(guest.page).toHaveURL(/\/login\?from=/);
  const { id: named } = await ada.call(driveOne, { id: pathname.split('/').at(-1) ?? '' });
  const link = await ada.call(driveLinkSave, { id: named });
  await guest.page.goto(new URL(link.url).pathname);
  await expect(guest.page.getByRole('heading', { name: 'Pier plan', level: 1 })).toBeVisible();
  await expect(guest.page.getByRole('button', { name: 'Save' })).toHaveCount(0);

  // Found from anywhere, and revealed in its folder.
  await two.page.keyboard.press('Escape');
  await two.page.goto('/manage/dashboard');
  await two.page.getByRole('button', { name: 'Search', exact: false }).first().click();
  await two.page.getByRole('combobox').fill('tides');
  await two.page.getByRole('option', { name: /Tides/ }).click();
  await expect(two.page).toHaveURL(/\/manage\/file\/\d+$/);
  await expect(item(two.page, 'Tides.txt')).toBeVisible();
  const marked = () => two.page.evaluate<number>('history.state.usr.highlight');
  expect(String(await marked())).toBe(await item(two.page, 'Tides.txt').getAttribute('data-file'));
  // Opened over a task by the palette: the task closes, and the file shows.
  const task = await bo.call(taskAdd, { project_id: project, name: 'Caulk', owner: [bo.userid] });
  await two.page.goto('/manage/dashboard');
  await two.page.getByText('Caulk').click();
  await expect(two.page.getByRole('dialog')).toBeVisible();
  await two.page.keyboard.press('Control+k');
  await two.page.getByRole('combobox', { name: 'Command palette' }).fill('tides');
  await two.page.getByRole('option', { name: 'Tides.txt' }).click();
  await expect(item(two.page, 'Tides.txt')).toBeVisible();
  await expect(two.page.getByRole('dialog')).toHaveCount(0);
  expect(task.name).toBe('Caulk');
  for (const { complaints, context } of [one, two, guest]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});

// covers A4-26
test('on a phone: tap into a folder, a document, and back to the applications', { tag: '@long' }, async ({ seat }) => {
  const folder = await ada.call(driveAdd, { name: 'Boats' });
  const inner = await ada.call(driveAdd, { name: 'Sails', pid: folder.id });
  const note = await ada.call(driveAdd, { name: 'Knots', type: 'document', pid: inner.id });
  await ada.call(driveSave, { id: note.id, content: JSON.stringify({ type: 'md', content: '# Bowline' }) });
  await ada.call(driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 0 });
  const options = { viewport: PHONE, hasTouch: true, isMobile: true };
  const { page, complaints } = await seat(ada, options);
  await page.goto('/manage/application');
  await page.getByRole('link', { name: 'Files' }).tap();
  await item(page, 'Boats').tap();
  await item(page, 'Sails').tap();
  await item(page, 'Knots').tap();
  await expect(page.getByRole('heading', { name: 'Bowline' })).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).tap();
  const back = () => page.getByRole('button', { name: 'Back' }).tap();
  await back();
  await expect(item(page, 'Sails')).toBeVisible();
  await back();
  await expect(item(page, 'Boats')).toBeVisible();
  await back();
  await expect(page).toHaveURL(/\/manage\/application$/);
  expect(complaints).toEqual([]);
});

// A guest opens it as often as its limit says, and needs its password.
test('on a phone in German, a public link gets a password and a limit', { tag: '@long' }, async ({ seat }) => {
  const file = await ada.call(driveAdd, { name: 'Tides', type: 'document' });
  await ada.call(driveSave, { id: file.id, content: JSON.stringify({ type: 'md', content: '# High at nine' }) });
  const { url } = await ada.call(driveLinkSave, { id: file.id, expire: 'week' });
  const { page, complaints } = await seat(ada, { viewport: PHONE, locale: 'de' });
  await page.addInitScript("localStorage.setItem('language', 'de')");
  await page.goto('/manage/file');
  await choose(page, 'Tides', 'Freigeben');
  const link = page.getByRole('list', { name: 'Öffentliche Links' }).getByRole('listitem');
  const wordsWidth = async () => (await link.getByText(/^Erstellt von Ada am /).boundingBox())?.width ?? 0;
  await expect.poll(wordsWidth).toBeGreaterThan(200);
  const button = await link.getByRole('button', { name: 'Link ausschalten' }).boundingBox();
  expect((button?.x ?? PHONE.width) + (button?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);

  await link.getByRole('button', { name: 'Passwort und Limit' }).click();
  await link.getByLabel('Passwort', { exact: true }).fill('kurz');
  await link.getByLabel('Maximale Zahl der Aufrufe').fill('1');
  await page.keyboard.press('Enter');
  await expect(link.getByText('Verwende für das Passwort mindestens 8 Zeichen.')).toBeVisible();
  await link.getByLabel('Passwort', { exact: true }).fill('ebbe und flut');
  await page.keyboard.press('Enter');
  await expect(link.getByText('0 von 1 Aufrufen verbraucht · Mit Passwort')).toBeVisible();

  const guest = await seat();
  await guest.page.goto(new URL(url).pathname);
  await expect(guest.page.getByLabel('Password', { exact: true })).toBeFocused();
  await guest.page.keyboard.type('flut und ebbe');
  await guest.page.keyboard.press('Enter');
  await expect(guest.page.getByText('That’s not the password of this link.')).toBeVisible();
  await guest.page.getByLabel('Password', { exact: true }).fill('ebbe und flut');
  await guest.page.keyboard.press('Enter');
  const words = guest.page.getByRole('heading', { name: 'High at nine' });
  await expect(words).toBeVisible();
  // Loading the page again is the same opening.
  await guest.page.reload();
  await expect(words).toBeVisible();
  const late = await seat();
  await late.page.goto(new URL(url).pathname);
  await late.page.getByLabel('Password', { exact: true }).fill('ebbe und flut');
  await late.page.keyboard.press('Enter');
  await expect(late.page.getByText(/^This link has reached its limit/)).toBeVisible();
  expect(complaints).toEqual([]);
});

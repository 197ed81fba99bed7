import { driveAdd, driveContent, driveSave, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import type { Person } from '../support/people.ts';

let ada: Person;
let bo: Person;
let cy: Person;
test.beforeAll(async ({ account }) => {
  [ada, bo, cy] = await Promise.all([account('Ada'), account('Bo'), account('Cy')]);
});

const text = (page: Page) => page.getByRole('textbox', { name: /^Text of/ });
const there = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Who else has it open' }).getByRole('img', { name });

async function sharedDocument(name: string, content = '# Regatta\n\nWe sail.\n') {
  const file = await ada.call(driveAdd, { name, type: 'document' });
  await ada.call(driveSave, { id: file.id, content: JSON.stringify({ type: 'md', content }) });
  await ada.call(driveShareUpdate, { id: file.id, userids: [bo.userid, cy.userid], permission: 1 });
  return file;
}

test('two people edit one document while a third loses access', async ({ seat }) => {
  const file = await sharedDocument('Regatta');
  const [one, two, three] = [await seat(ada), await seat(bo), await seat(cy)];
  for (const { page } of [one, two, three]) await page.goto(`/single/file/${file.id}`);
  await expect(there(one.page, 'Bo')).toBeVisible();
  await expect(there(one.page, 'Cy')).toBeVisible();
  await text(one.page).getByText('We sail.').click();
  await one.page.keyboard.press('End');
  await one.page.keyboard.type(' At nine.');
  await text(two.page).getByText('Regatta').click();
  await two.page.keyboard.press('End');
  await two.page.keyboard.type(' in May');
  for (const { page } of [one, two, three]) {
    await expect(text(page)).toContainText('At nine.');
    await expect(text(page).getByRole('heading', { name: 'Regatta in May' })).toBeVisible();
  }
  // The caret of the other, with the name.
  await expect(one.page.locator('.caret', { hasText: 'Bo' })).toBeVisible();
  await ada.call(driveShareUpdate, { id: file.id, userids: [cy.userid], permission: -1 });
  await expect(three.page.getByText('You can no longer open this document.', { exact: false })).toBeVisible();
  await expect(text(three.page)).toHaveCount(0);
  await expect(there(one.page, 'Cy')).toHaveCount(0);
  // A reader sees what is written, and cannot write.
  await ada.call(driveShareUpdate, { id: file.id, userids: [bo.userid], permission: 0 });
  await expect(two.page.getByText('View only')).toBeVisible();
  await one.page.keyboard.type(' Sharp.');
  await expect(text(two.page)).toContainText('Sharp.');
  await expect(text(two.page)).toHaveAttribute('contenteditable', 'false');
  const saved = () => ada.call(driveContent, { id: String(file.id) }).then(({ content }) => content?.content);
  await expect.poll(saved, { timeout: 15_000 }).toBe('# Regatta in May\n\nWe sail. At nine. Sharp.\n');
  expect([...one.complaints, ...two.complaints]).toEqual([]);
});

test('a document is written offline, commented on, compared and exported', { tag: '@long' }, async ({ seat }) => {
  test.setTimeout(90_000);
  const file = await sharedDocument('Log');
  const [one, two] = [await seat(ada), await seat(bo)];
  for (const { page } of [one, two]) await page.goto(`/single/file/${file.id}`);
  await expect(there(one.page, 'Bo')).toBeVisible();
  // Both write while one is offline.
  await two.context.setOffline(true);
  await text(two.page).getByText('We sail.').click();
  await two.page.keyboard.press('End');
  await two.page.keyboard.type(' From afar.');
  await expect(two.page.getByText('Offline: saved on this device')).toBeVisible();
  await text(one.page).getByText('Regatta').click();
  await one.page.keyboard.press('End');
  await one.page.keyboard.type(' day');
  await two.context.setOffline(false);
  for (const { page } of [one, two]) {
    await expect(text(page)).toContainText('Regatta day');
    await expect(text(page)).toContainText('We sail. From afar.');
  }
  // A comment on a selection, a mention, a reply, and the end of the thread.
  await text(one.page).getByText('We sail.').click();
  await one.page.keyboard.press('End');
  await one.page.keyboard.press('Shift+Home');
  await one.page.getByRole('button', { name: 'Add comment' }).click();
  const field = one.page.getByRole('textbox', { name: 'Write a comment' });
  await field.pressSequentially('Who? @Bo');
  await one.page.getByRole('option', { name: /Bo/ }).first().click();
  await field.press('Enter');
  await two.page.getByRole('button', { name: 'Comments', exact: true }).click();
  await expect(two.page.getByText('Who? @Bo')).toBeVisible();
  await expect(two.page.locator('.comment')).toBeVisible();
  await two.page.getByRole('textbox', { name: 'Reply' }).fill('All of us');
  await two.page.getByRole('textbox', { name: 'Reply' }).press('Enter');
  await expect(one.page.getByText('All of us')).toBeVisible();
  await one.page.getByRole('button', { name: 'Resolve' }).click();
  await expect(two.page.getByText('All of us')).toHaveCount(0);
  await expect(two.page.locator('.comment')).toHaveCount(0);
  // A table, and the Markdown of it all.
  await text(one.page).getByText('From afar').click();
  await one.page.keyboard.press('End');
  await one.page.getByRole('button', { name: 'Insert table' }).click();
  await expect(text(two.page).getByRole('columnheader')).toHaveCount(3);
  await one.page.getByRole('button', { name: 'More', exact: true }).click();
  const download = one.page.waitForEvent('download');
  await one.page.getByRole('menuitem', { name: 'Export as Markdown' }).click();
  expect((await download).suggestedFilename()).toBe('Log.md');
  // The changes of the newest version are shown, and an earlier one is restored for everybody.
  await one.page.getByRole('button', { name: 'Version history' }).click();
  const versions = one.page.getByRole('complementary', { name: 'Version history' }).getByRole('listitem');
  await expect(versions.nth(1)).toBeVisible({ timeout: 20_000 });
  await versions.first().getByRole('button').click();
  await expect(one.page.locator('ins').first()).toBeVisible();
  await one.page.keyboard.press('Escape');
  await versions.last().getByRole('button').click();
  await one.page.getByRole('button', { name: 'Restore this version' }).click();
  for (const { page } of [one, two]) await expect(text(page)).not.toContainText('From afar');
  expect([...one.complaints, ...two.complaints].filter((each) => !/ERR_INTERNET_DISCONNECTED/.test(each))).toEqual([]);
});

test('two people draw on one whiteboard and grow one mind map', { tag: '@long' }, async ({ seat }) => {
  test.setTimeout(120_000);
  const make = async (name: string, type: 'drawing' | 'mind') => {
    const file = await ada.call(driveAdd, { name, type });
    await ada.call(driveShareUpdate, { id: file.id, userids: [bo.userid], permission: 1 });
    return file;
  };
  const drawing = await make('Sketch', 'drawing');
  const [one, two] = [await seat(ada), await seat(bo)];
  for (const { page } of [one, two]) {
    await page.goto(`/single/file/${drawing.id}`);
    await expect(page.locator('canvas.interactive')).toBeVisible();
  }
  const draw = async (page: Page, key: string, x: number) => {
    const box = await page.locator('canvas.interactive').boundingBox();
    const [left, top] = [(box?.x ?? 0) + x, (box?.y ?? 0) + 300];
    await page.keyboard.press(key);
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left + 160, top + 100, { steps: 5 });
    await page.mouse.up();
  };
  await draw(one.page, 'r', 420);
  await draw(two.page, 'o', 700);
  const words = (id: number) =>
    ada.call(driveContent, { id: String(id) }).then(({ content }) => content?.content ?? '');
  const types = async () => [...(await words(drawing.id)).matchAll(/"type":"(\w+)"/g)].map(([, type]) => type).sort();
  await expect.poll(types, { timeout: 15_000 }).toEqual(['ellipse', 'rectangle']);

  const map = await make('Trip', 'mind');
  for (const { page } of [one, two]) {
    await page.goto(`/single/file/${map.id}`);
    await expect(page.locator('me-tpc').first()).toHaveText('Trip');
  }
  await one.page.locator('me-tpc').first().click();
  await one.page.keyboard.press('Tab');
  await one.page.keyboard.type('Train');
  await one.page.keyboard.press('Enter');
  const train = two.page.locator('me-tpc', { hasText: 'Train' });
  await train.click();
  await two.page.getByRole('button', { name: 'Add subtopic' }).click();
  await two.page.keyboard.type('Seats');
  await two.page.keyboard.press('Enter');
  await expect(one.page.locator('me-tpc', { hasText: 'Seats' })).toBeVisible();
  // Takes back one's own change only.
  await one.page.getByRole('button', { name: 'Undo' }).click();
  await expect(two.page.locator('me-tpc', { hasText: 'Train' })).toHaveCount(0);
  await expect(two.page.locator('me-tpc', { hasText: 'Seats' })).toBeVisible();
  expect([...one.complaints, ...two.complaints]).toEqual([]);
});

import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd, projectArchived, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { msgSearch } from '@atrium/contract/workspace/search.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { nextPaint, type Person, PHONE } from '../support/people.ts';

/** Waits until the index has caught up with the messages. */
const isFound = (who: Person, key: string) =>
  expect.poll(async () => (await who.call(msgSearch, { key })).data.length, { timeout: 20_000 }).toBeGreaterThan(0);

const search = async (page: Page, words: string) => {
  await page.keyboard.press('/');
  const modal = page.getByRole('dialog', { name: 'Search' });
  await modal.getByRole('combobox').fill(words);
  return modal;
};
const marked = (page: Page) => page.locator('[data-highlighted]');

// covers A2-45, A4-21
test('ada writes in three languages, bo finds each message and jumps far back to it', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  test.setTimeout(180_000);
  const [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
  const group = await ada.call(groupAdd, { chat_name: 'Launch room', userids: [bo.userid] });
  const say = (text: string) => ada.call(msgSendtext, { dialog_id: group.id, text });
  await say('The quarterly forecast is ready');
  for (let i = 0; i < 60; i++) await say(`small talk ${i}`);
  await say('下周一开始执行新的发布计划');
  for (let i = 0; i < 60; i++) await say(`more of it ${i}`);
  await say('来週は東京都庁で会議があります');
  for (let i = 0; i < 60; i++) await say(`and on ${i}`);
  await isFound(bo, '東京都');

  const { page, complaints } = await seat(bo);
  await page.goto('/manage/dashboard');
  await expect(page.getByRole('heading', { name: /Bo/ })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByText('Type to search')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const [words, text] of [
    ['  quarterly forec ', 'The quarterly forecast is ready'],
    ['发布计划', '下周一开始执行新的发布计划'],
    ['東京都', '来週は東京都庁で会議があります'],
  ] as const) {
    const modal = await search(page, words);
    const hit = modal.getByRole('option', { name: new RegExp(text) });
    await expect(hit).toBeVisible();
    await expect(hit).toContainText('Launch room');
    await expect(hit).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(modal).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`dialog=${group.id}&msg=\\d+`));
    await expect(marked(page).filter({ hasText: text })).toBeInViewport({ timeout: 40_000 });
    // The conversation's field may have the focus and take single keys.
    await page.locator('body').click({ position: { x: 5, y: 400 } });
  }
  // From a message far back to the newest one.
  const modal = await search(page, 'quarterly');
  await modal.getByRole('option').first().click();
  await expect(marked(page)).toBeInViewport({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'and on 59' })).toBeInViewport();

  await page.locator('body').click({ position: { x: 5, y: 400 } });
  await search(page, 'nothing of this kind');
  await expect(page.getByText('Searching…')).toBeVisible();
  await expect(page.getByText('No results')).toBeVisible();
  expect(complaints).toEqual([]);
});

// covers A4-15, A4-19, A4-20, A4-22
test('tasks, projects and people are found, filtered by kind, and opened', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  test.setTimeout(180_000);
  const [ada, bo] = await Promise.all([account('Ada'), account('Bartholomew')]);
  const project = await ada.call(projectAdd, { name: 'Zephyr relaunch', columns: 'To do' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Zephyr header',
    owner: [ada.userid],
    times: ['2020-01-01 09:00:00', '2020-01-02 09:00:00'],
  });
  const old = await ada.call(projectAdd, { name: 'Zephyr archive', columns: 'a' });
  await ada.call(projectArchived, { project_id: old.id });
  const direct = await ada.call(dialogOpenUser, { userid: bo.userid });
  await bo.call(msgSendtext, { dialog_id: direct.id, text: 'Zephyr is on its way' });
  await isFound(ada, 'zephyr');

  const { page, complaints } = await seat(ada);
  await page.goto('/manage/dashboard');
  await page.getByRole('button', { name: 'Search' }).click();
  const modal = page.getByRole('dialog', { name: 'Search' });
  await modal.getByRole('combobox').fill('zephyr');
  // The last line leads to settings and commands.
  const options = modal.getByRole('option').filter({ hasNotText: 'Search settings' });
  await expect(options).toHaveCount(4);
  const task = modal.getByRole('option', { name: /^Zephyr header/ });
  await expect(task).toContainText('Overdue');
  await expect(modal.getByRole('option', { name: /^Zephyr relaunch/ })).toContainText('Person in charge');

  const tag = modal.getByRole('button', { name: 'Projects' });
  for (const name of ['Tasks', 'Messages', 'Contacts']) await expect(modal.getByRole('button', { name })).toBeVisible();
  await tag.click();
  await expect(tag).toHaveAttribute('aria-pressed', 'true');
  await expect(options).toHaveCount(2);
  await tag.click();
  await expect(options).toHaveCount(4);

  await modal.getByRole('option', { name: /^Zephyr archive/ }).click();
  await expect(page.getByText('Project has been archived, cannot be viewed')).toBeVisible();
  await expect(modal).toBeVisible();
  await expect(page).toHaveURL(/dashboard/);
  await modal.getByRole('option', { name: /^Zephyr relaunch/ }).click();
  await expect(page).toHaveURL(new RegExp(`project/${project.id}`));

  await search(page, 'zephyr');
  // The keys move from the marked row, also while more is found.
  await expect(options).toHaveCount(4);
  await expect(task).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Zephyr header');
  await page.keyboard.press('Escape');

  await search(page, 'barthol');
  await modal.getByRole('option', { name: 'Bartholomew' }).click();
  await expect(page).toHaveURL(new RegExp(`dialog=${direct.id}`));
  expect(complaints).toEqual([]);
});

// covers A2-43
test('the search is 768 px wide, and full-screen on a narrow window', { tag: '@long' }, async ({ seat, account }) => {
  test.setTimeout(90_000);
  const ada = await account('Ada');
  const { page, context } = await seat(ada);
  await page.goto('/manage/dashboard');
  await page.getByRole('button', { name: 'Search' }).click();
  const modal = page.getByRole('dialog', { name: 'Search' });
  const width = async () => Math.round((await modal.boundingBox())?.width ?? 0);
  await expect.poll(width).toBe(768);
  await page.setViewportSize({ width: 576, height: 800 });
  await expect.poll(width).toBeLessThan(576);
  await page.setViewportSize({ width: 575, height: 800 });
  await expect.poll(width).toBe(575);
  await context.close();

  const phone = await seat(ada, { viewport: PHONE, hasTouch: true, isMobile: true });
  await phone.page.goto('/manage/messenger');
  await phone.page.getByRole('button', { name: 'Search', exact: true }).click();
  await phone.page.getByRole('combobox', { name: 'Search' }).fill('Root');
  await phone.page.getByRole('option', { name: 'Root' }).tap();
  await expect(phone.page).toHaveURL(/dialog=\d+/);
});

test('the palette opens every page, runs the screen’s commands, and passes a query to the search', {
  tag: '@long',
}, async ({ seat, account }) => {
  test.setTimeout(120_000);
  const ada = await account('Ada');
  const project = await ada.call(projectAdd, { name: 'Quokka', columns: 'To do' });
  await ada.call(taskAdd, { project_id: project.id, name: 'Feed the quokka', owner: [ada.userid] });
  const { page, complaints } = await seat(ada);
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/Palette-[^/]*\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto('/manage/dashboard');
  const palette = page.getByRole('dialog', { name: 'Command palette' });

  // An open modal stays visible while the palette's code loads over it.
  await page.getByText('Feed the quokka').click();
  const task = page.getByRole('dialog', { name: 'Feed the quokka' });
  await expect(task).toBeVisible();
  const asked = page.waitForRequest(/\/assets\/Palette-/);
  await page.keyboard.press('ControlOrMeta+k');
  await asked;
  await nextPaint(page);
  await expect(task).toBeVisible();
  code.resolve();
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(task).toBeHidden();
  const type = async (words: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await palette.getByRole('combobox').fill(words);
  };
  await type('quok');
  await expect(palette.getByRole('option', { name: 'Feed the quokka' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`project/${project.id}`));
  await expect(page.getByRole('heading', { name: 'Quokka', level: 1 })).toBeVisible();

  // The screen's commands, with the same texts as its menu.
  await type('archive proj');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Archive project' })).toBeVisible();
  await page.keyboard.press('Escape');

  await type('theme: dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await page.keyboard.press('ControlOrMeta+k');
  await expect(
    palette.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Quokka', exact: true }),
  ).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette).toBeHidden();

  await type('marsupial');
  await palette.getByRole('option', { name: 'Search everywhere for “marsupial”' }).click();
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toHaveValue('marsupial');
  expect(complaints).toEqual([]);
});

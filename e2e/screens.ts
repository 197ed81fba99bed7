/**
 * The screens of the demonstration, as pictures: `npm run screens` renews docs/screens, `npm run screens -- FOLDER de`
 * puts those of another language elsewhere, to be looked at.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { dialogLists } from '@atrium/contract/dialogs.ts';
import { projectLists } from '@atrium/contract/projects.ts';
import { taskLists } from '@atrium/contract/tasks.ts';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { browserPath } from './support/browser.ts';
import { DESKTOP, PHONE, seat, signedIn } from './support/people.ts';
import { startRealServer } from './support/server.ts';

const [folder = path.resolve(import.meta.dirname, '../docs/screens'), language = 'en'] = process.argv.slice(2);
type Address = [address: string, words: string | RegExp];
const SETTINGS = [
  'personal',
  'email',
  'password',
  'language',
  'theme',
  'notification',
  'keyboard',
  'device',
  'version',
  'delete',
  'system',
  'team',
  'projects',
  'import',
  'export',
  'license',
];
/** What a key opens over any screen. */
const OVER = { search: '/', palette: 'Control+k', shortcuts: '?', 'new-task': 'n', 'new-project': 'b' };
const DEMO_PASSWORD = 'atrium-demo';

const server = await startRealServer(['--demo']);
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
try {
  const ada = await signedIn(server.base, 'ada@demo.example', DEMO_PASSWORD);
  const { data: projects } = await ada.call(projectLists, {});
  const project = projects.find((each) => !each.personal) ?? projects[0];
  const { data: tasks } = await ada.call(taskLists, { project_id: project?.id, pagesize: 50 });
  const task = tasks.find((each) => each.sub_num > 0) ?? tasks[0];
  const { data: dialogs } = await ada.call(dialogLists, {});
  const dialog = dialogs.find((each) => each.type === 'user') ?? dialogs[0];
  const group = dialogs.find((each) => each.group_type === 'user') ?? dialogs[0];
  const screens: Record<string, Address> = {
    dashboard: ['/manage/dashboard', project?.name ?? ''],
    board: [`/manage/project/${project?.id}`, task?.name ?? ''],
    messenger: [`/manage/messenger?dialog=${dialog?.id}`, dialog?.name ?? ''],
    contacts: ['/manage/messenger/contacts', 'Ben'],
    group: [`/manage/messenger?dialog=${group?.id}`, group?.name ?? ''],
    calendar: ['/manage/calendar', /\d/],
    favorites: ['/manage/favorite', /\S/],
    projects: ['/manage/project', project?.name ?? ''],
    ...Object.fromEntries(
      SETTINGS.map((page) => [`setting-${page}`, [`/manage/setting/${page}`, /\S/]] satisfies [string, Address]),
    ),
    lost: ['/manage/nowhere', /\S/],
  };
  await mkdir(folder, { recursive: true });
  for (const [look, viewport, colorScheme] of [
    ['light', DESKTOP, 'light'],
    ['dark', DESKTOP, 'dark'],
    ['phone', PHONE, 'light'],
    ['phone-dark', PHONE, 'dark'],
  ] as const) {
    const options = { viewport, colorScheme, locale: language, deviceScaleFactor: 1 };
    const outside = await seat(browser, server.base, undefined, options);
    await take(outside.page, '/login', `sign-in-${look}`, /\S/);
    await outside.page.locator('form button[type="button"]').last().click();
    await shoot(outside.page, `register-${look}`);
    await outside.context.close();
    const { page, context } = await seat(browser, server.base, ada, options);
    await page.addInitScript(`localStorage.setItem('language', ${JSON.stringify(language)})`);
    for (const [name, [address, words]] of Object.entries(screens)) await take(page, address, `${name}-${look}`, words);
    await page.goto(`/manage/project/${project?.id}`);
    await page
      .getByRole('group', { name: task?.name ?? '', exact: true })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await shoot(page, `task-${look}`);
    for (const view of ['table', 'timeline', 'board']) {
      await page.goto(`/manage/project/${project?.id}`);
      await page.locator(`input[value="${view}"] + label`).click();
      if (view !== 'board') await shoot(page, `${view}-${look}`);
    }
    for (const [name, keys] of Object.entries(OVER)) {
      await page.goto('/manage/dashboard');
      await page.locator('main h1').waitFor();
      await page.keyboard.press(keys);
      await page.getByRole('dialog').waitFor();
      await shoot(page, `${name}-${look}`);
    }
    await page.goto(`/manage/messenger?dialog=${group?.id}`);
    await page.locator('article[data-first] button[aria-label]').first().click();
    await page.getByRole('dialog').waitFor();
    await shoot(page, `person-${look}`);
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}

async function take(page: Page, address: string, name: string, words: string | RegExp): Promise<void> {
  await page.goto(address);
  await page
    .getByText(words, { exact: false })
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => console.error(`${name}: “${words}” does not show`));
  await shoot(page, name);
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  // What slides in has arrived.
  await page.waitForTimeout(500);
  // Half of a repository would be pictures: 256 colours show the same.
  await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(path.join(folder, `${name}.png`));
}

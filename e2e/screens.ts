/**
 * Screenshots of the demo: `npm run screens` writes them to `screens/`, `npm run screens -- FOLDER de` writes those of
 * another language elsewhere. The settings pages are in settingsScreens.ts.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { dialogLists } from '@atrium/contract/chat/dialogs.ts';
import { driveLists } from '@atrium/contract/files/drive.ts';
import { projectLists } from '@atrium/contract/projects/projects.ts';
import { taskLists } from '@atrium/contract/projects/tasks.ts';
import { reportReceive } from '@atrium/contract/workspace/reports.ts';
import { isLanguage } from '@atrium/i18n/languages.ts';
import { loadLanguage } from '@atrium/i18n/parts.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { chromium } from '@playwright/test';
import { browserPath } from './support/browser.ts';
import { DESKTOP, PHONE, seat, signedIn } from './support/people.ts';
import { shoot, take } from './support/pictures.ts';
import { startRealServer } from './support/server.ts';

const [folder = path.resolve(import.meta.dirname, '../screens'), language = 'en'] = process.argv.slice(2);
type Address = [address: string, words: string | RegExp];
/** The overlays that a key opens over any screen. */
const OVER = { search: '/', palette: 'Control+k', help: '?', 'new-task': 'n', 'new-project': 'b' };
const DEMO_PASSWORD = 'atrium-demo';

if (!isLanguage(language)) throw new Error(`${language} is none of the languages`);
await loadLanguage(language);
const text = (key: string) => translate(language, key);
const fileOf = (name: string) => path.join(folder, name);

const server = await startRealServer({ args: ['--demo'] });
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
  const drive = await ada.call(driveLists, {});
  const report = (await ada.call(reportReceive, {})).data.find((each) => each.type === 'weekly');
  const company = drive.find((each) => each.name === 'Company');
  const wren = drive.find((each) => each.name === 'Wren 2');
  const note = (await ada.call(driveLists, { pid: company?.id })).find((each) => each.type === 'document');
  const screens: Record<string, Address> = {
    dashboard: ['/manage/dashboard', project?.name ?? ''],
    board: [`/manage/project/${project?.id}`, task?.name ?? ''],
    messenger: [`/manage/messenger?dialog=${dialog?.id}`, dialog?.name ?? ''],
    contacts: ['/manage/messenger/contacts', 'Ben'],
    group: [`/manage/messenger?dialog=${group?.id}`, group?.name ?? ''],
    calendar: ['/manage/calendar', /\d/],
    files: [`/manage/file/${wren?.id}`, 'weigh.py'],
    report: [`/manage/report/${report?.id}`, 'Still open'],
    document: [`/manage/file/${note?.pid}/${note?.id}`, 'Days off'],
    favorites: ['/manage/favorite', /\S/],
    projects: ['/manage/project', project?.name ?? ''],
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
    await take(outside.page, '/login', /\S/, fileOf(`sign-in-${look}`));
    await outside.page.getByRole('button', { name: text('signin.qr'), exact: true }).click();
    await outside.page.getByRole('img', { name: text('qr.picture') }).waitFor();
    await shoot(outside.page, fileOf(`qr-sign-in-${look}`));
    await outside.context.close();
    const { page, context } = await seat(browser, server.base, ada, options);
    await page.addInitScript(`localStorage.setItem('language', ${JSON.stringify(language)})`);
    for (const [name, [address, words]] of Object.entries(screens))
      await take(page, address, words, fileOf(`${name}-${look}`));
    await page.goto(`/manage/project/${project?.id}`);
    await page
      .getByRole('group', { name: task?.name ?? '', exact: true })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await shoot(page, fileOf(`task-${look}`));
    for (const view of ['table', 'timeline', 'board']) {
      await page.goto(`/manage/project/${project?.id}`);
      await page.locator(`label:has(input[value="${view}"])`).click();
      if (view !== 'board') await shoot(page, fileOf(`${view}-${look}`));
    }
    const own = projects.find((each) => !each.personal && each.owner === 1);
    await page.goto(`/manage/project/${own?.id}`);
    await page.locator('[data-card]').first().waitFor();
    await page.locator('main header button[aria-haspopup="menu"]').last().click();
    await page.getByRole('menuitem', { name: text('flow.title'), exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await shoot(page, fileOf(`workflow-${look}`));
    for (const [name, keys] of Object.entries(OVER)) {
      await page.goto('/manage/dashboard');
      await page.locator('main h1').waitFor();
      await page.keyboard.press(keys);
      await page.getByRole('dialog').waitFor();
      await shoot(page, fileOf(`${name}-${look}`));
    }
    await page.goto(`/manage/messenger?dialog=${group?.id}`);
    await page.locator('article[data-first] button[aria-label]').first().click();
    await page.getByRole('dialog').waitFor();
    await shoot(page, fileOf(`person-${look}`));
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}

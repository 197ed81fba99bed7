/**
 * The pictures of docs/guide, from the demo workspace: `npm run screens:guide` writes them to `docs/guide/pictures`.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { dialogLists } from '@atrium/contract/chat/dialogs.ts';
import { driveLists } from '@atrium/contract/files/drive.ts';
import { projectLists } from '@atrium/contract/projects/projects.ts';
import { taskLists } from '@atrium/contract/projects/tasks.ts';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { browserPath } from './support/browser.ts';
import { seat, signedIn } from './support/people.ts';
import { startRealServer } from './support/server.ts';

const folder = path.resolve(import.meta.dirname, '../docs/guide/pictures');
/** Shown 400 pixels wide: a larger window would be unreadable. */
const viewport = { width: 1080, height: 675 };

const server = await startRealServer({ args: ['--demo'] });
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
try {
  const ada = await signedIn(server.base, 'ada@demo.example', 'atrium-demo');
  const { data: projects } = await ada.call(projectLists, {});
  const project = projects.find((each) => !each.personal) ?? projects[0];
  const { data: tasks } = await ada.call(taskLists, { project_id: project?.id, pagesize: 50 });
  const task = tasks.find((each) => each.sub_num > 0) ?? tasks[0];
  const { data: dialogs } = await ada.call(dialogLists, {});
  const group = dialogs.find((each) => each.group_type === 'user') ?? dialogs[0];
  const company = (await ada.call(driveLists, {})).find((each) => each.name === 'Company');
  await mkdir(folder, { recursive: true });
  const { page } = await seat(browser, server.base, ada, { viewport, deviceScaleFactor: 1, colorScheme: 'light' });

  const board = `/manage/project/${project?.id}`;
  const places: Record<string, [address: string, open?: () => Promise<unknown>]> = {
    dashboard: ['/manage/dashboard'],
    task: [`${board}?task=${task?.id}`, () => page.getByRole('dialog').waitFor()],
    board: [board],
    table: [board, () => page.locator('label:has(input[value="table"])').click()],
    calendar: ['/manage/calendar'],
    inbox: ['/manage/inbox'],
    messenger: [`/manage/messenger?dialog=${group?.id}`],
    files: [`/manage/file/${company?.id}`],
    palette: [
      '/manage/dashboard',
      async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('ca');
      },
    ],
  };
  for (const [name, [address, open]] of Object.entries(places)) {
    await page.goto(address);
    await page.locator('main h1, main h2, main article').first().waitFor();
    await open?.();
    await store(page, name);
  }
} finally {
  await browser.close();
  await server.close();
}

async function store(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  await sharp(await page.screenshot())
    .webp({ quality: 72, effort: 6 })
    .toFile(path.join(folder, `${name}.webp`));
}

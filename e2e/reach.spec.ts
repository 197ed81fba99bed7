import { groupAdd } from '@atrium/contract/dialogs.ts';
import { msgSendtext } from '@atrium/contract/messages.ts';
import { projectAdd } from '@atrium/contract/projects.ts';
import { taskAdd } from '@atrium/contract/tasks.ts';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { account, type Person, seat } from './support/people.ts';
import { type RealServer, startRealServer } from './support/server.ts';

let server: RealServer;
let ada: Person;
let project = 0;
let group = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startRealServer();
  ada = await account(server.base, 'Ada');
  const bo = await account(server.base, 'Bo');
  project = (await ada.call(projectAdd, { name: 'Relaunch', columns: 'To do,Doing,Done' })).id;
  const times = ['2026-11-02 09:00:00', '2026-12-03 18:00:00'] as [string, string];
  await ada.call(taskAdd, { project_id: project, name: 'Ship', owner: [ada.userid], times });
  group = (await ada.call(groupAdd, { chat_name: 'Kitchen', userids: [bo.userid] })).id;
  await bo.call(msgSendtext, { dialog_id: group, text: 'Who brings cake?' });
});
test.afterAll(() => server.close());

const SETTINGS = [
  ...['personal', 'email', 'password', 'language', 'theme', 'notification', 'keyboard', 'device', 'version', 'delete'],
  ...['system', 'system?tab=priorities', 'system?tab=templates', 'system?tab=checks'],
  ...['team', 'projects', 'stickers', 'import', 'export', 'license'],
].map((page) => `/manage/setting/${page}`);
const screens = () => [
  '/manage/dashboard',
  `/manage/project/${project}`,
  '/manage/project',
  '/manage/calendar',
  '/manage/favorite',
  `/manage/messenger?dialog=${group}`,
  '/manage/messenger/contacts',
  '/manage/application',
  `/single/dialog/${group}`,
  ...SETTINGS,
];

async function show(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main').or(page.getByRole('log')).first()).toBeVisible();
}

test('no screen, and no page of the settings, has anything that axe finds wrong', async ({ browser }) => {
  test.setTimeout(240_000);
  const { page, context, complaints } = await seat(browser, server.base, ada);
  const found: string[] = [];
  const look = async (what: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    found.push(...violations.map(({ id, nodes }) => `${what} ${id}: ${nodes.map(({ target }) => target).join(' | ')}`));
  };
  for (const address of screens()) {
    await show(page, address);
    await look(address);
  }
  for (const view of ['table', 'timeline']) {
    await show(page, `/manage/project/${project}`);
    await page.locator(`input[value="${view}"] + label`).click();
    await expect(page.getByText('Ship').first()).toBeVisible();
    await look(view);
  }
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

// A window of 1440 by 900 at 200 %, and one of 1280 at 400 %, at which every screen is looked at.
for (const [viewport, some] of [
  [{ width: 720, height: 450 }, 6],
  [{ width: 320, height: 640 }, 100],
] as const) {
  test(`at ${viewport.width} pixels nothing is cut off sideways`, async ({ browser }) => {
    test.setTimeout(180_000);
    const { page, context } = await seat(browser, server.base, ada, { viewport });
    const cut: string[] = [];
    for (const address of screens().slice(0, some)) {
      await show(page, address);
      const [wide, lost] = await page.evaluate<[number, string[]]>(
        `[document.documentElement.scrollWidth, [...document.querySelectorAll('main button, main a, main input')]
          .filter((each) => {
            const { left, right, width } = each.getBoundingClientRect();
            let scrolls = false;
            for (let at = each; at; at = at.parentElement)
              if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) scrolls = true;
            return width > 1 && !scrolls && (left < -1 || right > innerWidth + 1) && each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
          })
          .map((each) => each.outerHTML.slice(0, 120))]`,
      );
      if (wide > viewport.width) cut.push(`${address}: ${wide} pixels wide`);
      cut.push(...lost.map((each) => `${address}: ${each}`));
    }
    expect(cut).toEqual([]);
    await context.close();
  });
}

test('nothing moves for whoever asked for that; in forced colours the focus and what is chosen are seen', async ({
  browser,
}) => {
  const { page, context } = await seat(browser, server.base, ada, { forcedColors: 'active' });
  await show(page, '/manage/setting/theme');
  await page.getByRole('radio').first().waitFor({ state: 'attached' });
  const moving = await page.evaluate<string[]>(
    `[...document.querySelectorAll('*')].filter((each) => {
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(each);
      const longest = (text) => Math.max(...text.split(',').map((part) => parseFloat(part)));
      return longest(transitionDuration) > 0.01 || (animationName !== 'none' && longest(animationDuration) > 0.01);
    }).map((each) => each.outerHTML.slice(0, 120))`,
  );
  expect(moving).toEqual([]);
  await page.keyboard.press('Tab');
  const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
  expect(outline).not.toBe('none');
  // The page that one is on, among the links to the others, and the choice that was made.
  const differs = await page.evaluate<boolean[]>(
    `[['nav a[href="/manage/setting/theme"]', 'nav a[href="/manage/setting/email"]'],
      ['input[type=radio]:checked + label', 'input[type=radio]:not(:checked) + label']].map((pair) => {
      const [chosen, other] = pair.map((selector) => getComputedStyle(document.querySelector(selector)));
      return ['outlineStyle', 'borderTopColor', 'borderTopStyle', 'fontWeight', 'textDecorationLine', 'backgroundColor', 'color'].some((name) => chosen[name] !== other[name]);
    })`,
  );
  expect(differs).toEqual([true, true]);
  await context.close();
});

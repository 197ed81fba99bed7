import { processStart } from '@atrium/contract/approvals/submit.ts';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveAdd, driveSave, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { CHECKIN_MODES, checkinSetting } from '@atrium/contract/workspace/checkin.ts';
import { expect, type Page } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { test } from '../support/fixtures.ts';
import { DESKTOP, nextPaint, type Person } from '../support/people.ts';

let ada: Person;
let project = 0;
let group = 0;
let folder = 0;
let note = 0;
let request = 0;
test.use({ workspace: { name: 'every-screen', administrator: 'Ada' } });
test.beforeAll(async ({ account, administrator }) => {
  ada = administrator;
  const bo = await account('Bo');
  project = (await ada.call(projectAdd, { name: 'Relaunch', columns: 'To do,Doing,Done' })).id;
  const times = ['2026-11-02 09:00:00', '2026-12-03 18:00:00'] as [string, string];
  await ada.call(taskAdd, { project_id: project, name: 'Ship', owner: [ada.userid], times });
  group = (await ada.call(groupAdd, { chat_name: 'Kitchen', userids: [bo.userid] })).id;
  folder = (await ada.call(driveAdd, { name: 'Relaunch' })).id;
  note = (await ada.call(driveAdd, { name: 'Kitchen', type: 'document', pid: folder })).id;
  await ada.call(driveSave, { id: note, content: JSON.stringify({ type: 'md', content: '# Kitchen' }) });
  await ada.call(driveShareUpdate, { id: folder, userids: [bo.userid], permission: 1 });
  const at = { lng: 13.377704, lat: 52.516275, radius: 500 };
  const checkin = { open: 'open', edit: 'open', face_upload: 'open' } as const;
  await ada.call(checkinSetting, { type: 'save', ...checkin, modes: [...CHECKIN_MODES], locat_point: at });
  const time = { from: '2026-12-07 08:00:00', to: '2026-12-09 17:00:00' };
  const leave = { proc_name: 'Leave', values: { type: 'annual', time, reason: 'Cake' } };
  request = (await bo.call(processStart, leave)).id;
  await bo.call(msgSendtext, { dialog_id: group, text: 'Who brings cake?' });
});

const SETTING = '/manage/setting';
const SETTINGS = [
  ...[
    'personal',
    'email',
    'password',
    'security',
    'language',
    'theme',
    'notification',
    'keyboard',
    'device',
    'checkin',
    'version',
    'delete',
  ],
  ...[
    'system',
    'system?tab=mail',
    'system?tab=push',
    'system?tab=priorities',
    'system?tab=templates',
    'system?tab=files',
    'system?tab=retention',
    'system?tab=checkin',
    'system?tab=meeting',
  ],
  ...['team', 'projects', 'assistant', 'stickers', 'import', 'export', 'audit', 'backup', 'status', 'license'],
].map((page) => `${SETTING}/${page}`);
const screens = () => [
  '/manage/dashboard',
  `/manage/project/${project}`,
  '/manage/project',
  '/manage/calendar',
  '/manage/year',
  '/manage/report',
  '/manage/report/weekly',
  '/manage/approve',
  '/manage/inbox',
  '/manage/approve/new',
  '/manage/approve/new?form=1',
  '/manage/approve/leave',
  '/manage/approve/stats',
  '/manage/approve/balances',
  `/manage/approve/${request}`,
  '/manage/file',
  `/manage/file/${folder}`,
  `/manage/file/${folder}/${note}`,
  `/single/file/${note}`,
  '/manage/favorite',
  `/manage/messenger?dialog=${group}`,
  '/manage/messenger/contacts',
  '/manage/application',
  `/single/dialog/${group}`,
  ...SETTINGS,
];

async function show(page: Page, address: string): Promise<void> {
  // Navigates like a link: loading the whole application for each screen takes most of the time.
  if (page.url() !== 'about:blank') {
    const isElsewhere = new URL(page.url()).pathname !== address;
    const before = await page.locator('body').textContent();
    await page.evaluate(`history.pushState(null, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'))`);
    // A screen's file may load longer than the screen is empty.
    if (isElsewhere) await expect.poll(() => page.locator('body').textContent()).not.toBe(before);
  } else await page.goto(address);
  await expect(page.getByRole('main').or(page.getByRole('log')).first()).toBeVisible();
  await untilStill(page);
  await expect(page.locator('[class*="Skeleton"], [class*="Loader"]')).toHaveCount(0);
}

/** Nothing has been drawn for a while. */
const untilStill = (page: Page) =>
  page.evaluate(
    `new Promise((resolve) => {
      const seen = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(end, 300); });
      const end = () => { seen.disconnect(); resolve(); };
      let timer = setTimeout(end, 300);
      seen.observe(document.body, { subtree: true, childList: true, characterData: true });
    })`,
  );

/**
 * Text that is not from the catalogs: people's or the server's texts, dates, names, units, and a widget’s hidden
 * measure.
 */
const OWN =
  /Ada|Bo\b|ChatGPT|Claude|DeepSeek|Gemini|Grok|Ollama|GLM|Qwen|ERNIE|’s project|All members|Trello|Slack|\d{4} at \d|autosize measurement|Relaunch|Kitchen|Ship|To do|Doing|Done|cake|example\.|Atrium|node|Apache|MB$|^[A-Z]{2}$|\{[zxy]\}|SMTP_URL|^no-reply@|^admin@127|#\w{6}|Still open|Planned for|\d (Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)\b|^\w+( check)? leave$|^(Leave|Expense|Type of leave|Time|Reason|Other|Cake|Approvals|Attachments|Head of department|Next-level head|Administrators)$|^Vacation, sick|^Reimbursement|^\d+ (minute|hour|day)/;

/** Controls outside the window that cannot be scrolled into view. */
const cutOff = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('main button, main a, main input')]
      .filter((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        for (let at = each; at; at = at.parentElement)
          if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return false;
        const isSeen = each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        return width > 1 && isSeen && (left < -1 || right > innerWidth + 1);
      })
      .map((each) => each.outerHTML.slice(0, 120))
      .concat(document.documentElement.scrollWidth > innerWidth ? ['the page itself'] : [])`,
  );

const allWords = (page: Page) =>
  page.evaluate<string[]>(
    `(() => {
      const found = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (node.nodeType === 3) {
          if (parent.closest('script, style, kbd, noscript, time, [data-server]') || parent.textContent.includes('⟦')) continue;
          found.push(node.textContent.trim());
        } else for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(node.getAttribute(name) ?? '');
      }
      return found;
    })()`,
  );
/**
 * Languages by their own names, release notes, a calendar's dates, time zones, names of fields in the audit log, and what
 * the server says in its own words.
 */
const OTHERS_WORDS = /language|version|calendar|timeline|templates|priorities|checkin|status|audit/;

test('every screen and settings page: axe passes, all texts come from the catalogs, 320 pixels suffice', {
  tag: '@long',
}, async ({ seat }) => {
  test.setTimeout(300_000);
  const { page, complaints } = await seat(ada);
  // A pseudo-language that marks its texts: unmarked text is hard-coded.
  const marked = new Map<string, string>();
  await page.route(/\/assets\/[\w-]+\.js$/, async (route) => {
    const address = route.request().url();
    const known = marked.get(address);
    if (known !== undefined) return route.fulfill({ body: known, contentType: 'text/javascript' });
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/("[a-z_]+(?:\.\w+)+":)`((?:[^`\\]|\\.)*)`/g, '$1`⟦$2⟧`');
    marked.set(address, body);
    return route.fulfill({ response, body });
  });
  const found: string[] = [];
  const seen = new Set<string>();
  const inspect = async (what: string) => {
    // The frame around the settings is the same on each of their pages.
    const within = what.startsWith(SETTING) && what !== `${SETTING}/personal` ? 'main' : undefined;
    found.push(...(await violationsOf(page, { within })).map((each) => `${what} ${each}`));
    seen.add((await page.locator('body').textContent()) ?? '');
    if (!OTHERS_WORDS.test(what)) {
      const bare = (await allWords(page)).filter(
        (text) => /\p{L}{2}/u.test(text) && !text.includes('⟦') && !OWN.test(text),
      );
      found.push(...new Set(bare.map((text) => `${what} says: ${text.slice(0, 80)}`)));
    }
    // The width of a window of 1280 at 400 %.
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => page.evaluate('innerWidth')).toBe(320);
    await nextPaint(page);
    found.push(...(await cutOff(page)).map((each) => `${what} cuts off: ${each}`));
    await page.setViewportSize(DESKTOP);
  };
  for (const address of screens()) {
    await show(page, address);
    await inspect(address);
  }
  for (const view of ['table', 'timeline']) {
    await show(page, `/manage/project/${project}`);
    await page.locator(`label:has(input[value="${view}"])`).click();
    await expect(page.getByText('Ship').first()).toBeVisible();
    await inspect(view);
  }
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
  // Each was there, in the marked language.
  expect(seen.size).toBe(screens().length + 2);
  expect([...seen].filter((text) => !text.includes('⟦'))).toEqual([]);
});

test('reduced motion stops all animation; forced colors show focus and selection', { tag: '@long' }, async ({
  seat,
}) => {
  const { page } = await seat(ada, { forcedColors: 'active' });
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
  // The current page among the links, and the chosen option.
  const differs = await page.evaluate<boolean[]>(
    `[['nav a[href="/manage/setting/theme"]', 'nav a[href="/manage/setting/email"]'],
      ['input[type=radio]:checked + label', 'input[type=radio]:not(:checked) + label']].map((pair) => {
      const [chosen, other] = pair.map((selector) => getComputedStyle(document.querySelector(selector)));
      return ['outlineStyle', 'borderTopColor', 'borderTopStyle', 'fontWeight', 'textDecorationLine', 'backgroundColor', 'color'].some((name) => chosen[name] !== other[name]);
    })`,
  );
  expect(differs).toEqual([true, true]);
});

test('a page opened again uses its language from the start', { tag: '@long' }, async ({ seat }) => {
  const { page } = await seat(ada, { viewport: DESKTOP, locale: 'de' });
  // Cached files arrive in another order than fetched ones.
  for (const _time of [1, 2, 3]) {
    await page.goto('/manage/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Guten .+,|Hallo) Ada/);
  }
});

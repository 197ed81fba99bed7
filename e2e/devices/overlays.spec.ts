import { dialogLists } from '@atrium/contract/chat/dialogs.ts';
import { projectLists } from '@atrium/contract/projects/projects.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { test } from '../support/fixtures.ts';
import { type Person, signedIn } from '../support/people.ts';

let ada: Person;
let project = 0;
let group = 0;
test.use({ workspace: { name: 'demo', args: ['--demo'] } });
test.beforeAll(async ({ server }) => {
  ada = await signedIn(server.base, 'ada@demo.example', 'atrium-demo');
  const { data: projects } = await ada.call(projectLists, {});
  project = projects.find((each) => each.name === 'Web shop relaunch')?.id ?? 0;
  const { data: dialogs } = await ada.call(dialogLists, {});
  group = dialogs.find((each) => each.name === 'Coffee corner')?.id ?? 0;
});

/** For each screen, buttons pressed in sequence, each inside what the previous one opened. `#` precedes a card. */
const WAYS: [screen: () => string, ways: (string | RegExp)[][]][] = [
  [
    () => '/manage/dashboard',
    [
      ['New task', 'Templates from other projects'],
      ['New task', /^Owners/],
      ['New task', /^Start/],
      [/ada@demo/, 'Keyboard shortcuts'],
      ['Create…', /^New project/],
    ],
  ],
  [
    () => `/manage/project/${project}`,
    [
      [/^Members/, '陈思远'],
      [/^Members/, 'Ben Okafor', /groups in common/],
      [/^Members/, 'Actions for Ben Okafor', 'Remove member'],
      [/^Members/, 'Add members'],
      ['Invite', 'Reset link'],
      ['More', 'Project settings'],
      ['More', 'Permissions'],
      ['More', 'Workflow', 'Settings for “To do”'],
      ['More', 'Delete project'],
      ['#Gift cards', 'Set dates', /^Start/],
      ['#Gift cards', /No one yet$/],
      ['#Gift cards', /^Repeat/, /^Custom interval/],
      ['#Gift cards', 'More'],
    ],
  ],
  [() => '/manage/project', [['Archived projects']]],
  [() => '/manage/report/weekly', [['Change']]],
  [() => '/manage/file', [['New']]],
  [() => '/manage/application', [[/^New meeting/, 'Add people']]],
  [
    () => `/manage/messenger?dialog=${group}`,
    [['New group'], ['Emoji', 'Skin tone'], ['Insert', /poll/i], ['Sign up']],
  ],
  [() => '/manage/setting/delete', [['Choose']]],
  [() => '/manage/setting/team', [['Add person'], [/^More: /]]],
];
/** Buttons that do not get the focus back, because typing continues. */
const WRITES = new Set<string | RegExp>(['Emoji']);

const NEVER = /^(?!)/;

const OVER = '[role="dialog"]:focus-within, [role="menu"]:focus-within';
/** The innermost dialog or menu with the focus, by a number assigned here. */
const layer = (page: Page) =>
  page.evaluate<string>(
    `(() => {
      const inner = [...document.querySelectorAll('${OVER}')].at(-1);
      return inner ? (inner.dataset.layer ??= String((window.layers = (window.layers ?? 0) + 1))) : '';
    })()`,
  );

const hasFocus = (element: Awaited<ReturnType<Locator['elementHandle']>>) =>
  element?.evaluate((each) => each.matches(':focus'));

test('overlays have names and pass axe, Escape closes the innermost, and the focus returns', { tag: '@long' }, async ({
  seat,
}) => {
  test.setTimeout(300_000);
  const { page, complaints } = await seat(ada);
  const found: string[] = [];
  const seen = new Set<string>();
  let last = 0;
  const press = async (name: string | RegExp) => {
    const before = await layer(page);
    const scope = before ? page.locator(OVER).last() : page.locator('body');
    const button = scope
      .getByRole('button', { name, exact: true })
      .or(scope.getByRole('menuitem', { name, exact: true }))
      .or(
        scope
          .locator('[data-card]')
          .filter({ hasText: typeof name === 'string' && name.startsWith('#') ? name.slice(1) : NEVER }),
      )
      .filter({ visible: true })
      .first();
    const isMenu = before !== '' && (await scope.getAttribute('role')) === 'menu';
    const opener = await button.elementHandle();
    await button.focus();
    await page.keyboard.press('Enter');
    // Not an intermediate state between a menu and the overlay it opens.
    const isNew = async () => Number(await layer(page)) > last;
    await expect.poll(isNew, { message: `${name} opens something` }).toBe(true);
    last = Number(await layer(page));
    return { opener, isMenu, name };
  };
  for (const [screen, ways] of WAYS) {
    await page.goto(screen());
    last = 0;
    await expect(page.getByRole('main')).toBeVisible();
    for (const way of ways) {
      const opened: Awaited<ReturnType<typeof press>>[] = [];
      for (const name of way) {
        opened.push(await press(name));
        const id = await layer(page);
        const words = way.slice(0, opened.length).join(' > ');
        if (seen.has(words)) continue;
        seen.add(words);
        await expect(page.locator(`[data-layer="${id}"]`)).toHaveCSS('opacity', '1');
        // An item that an answer enables has neither color for a moment.
        await expect.poll(() => violationsOf(page, { within: `[data-layer="${id}"]` }), { message: words }).toEqual([]);
      }
      // A menu closes when an item is chosen: what that opened returns the focus to the menu's button.
      while (opened.length > 0) {
        const inner = opened.pop();
        const outer = inner?.isMenu ? opened.pop() : inner;
        const before = await layer(page);
        await page.keyboard.press('Escape');
        await expect.poll(() => layer(page), { message: `Escape closes ${inner?.name}` }).not.toBe(before);
        if (!outer || WRITES.has(outer.name)) continue;
        await expect
          .poll(() => hasFocus(outer.opener), {
            message: `${outer.name} has the focus again, of ${way.join(' > ')}`,
          })
          .toBe(true);
      }
      expect(await layer(page)).toBe('');
    }
  }
  // Icon-only buttons have names too.
  await page.goto('/manage/dashboard');
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  found.push(...(await violationsOf(page)).map((each) => `narrow sidebar ${each}`));
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});

import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { type Person, PHONE } from '../support/people.ts';

test.use({ actionTimeout: 8000 });
let ada: Person;
let path = '';
test.beforeAll(async ({ account }) => {
  ada = await account('Ada');
  const project = await ada.call(projectAdd, { name: 'Shop', columns: 'To do,Doing', flow: 'open' });
  path = `/manage/project/${project.id}`;
  for (const name of ['New product page', 'Checkout in two steps, with a field for those who have a voucher']) {
    const times = ['2026-01-05 09:00:00', '2026-01-07 18:00:00'];
    await ada.call(taskAdd, { project_id: project.id, name, owner: [ada.userid], times, content: '<p>words</p>' });
  }
  await ada.call(taskAdd, { project_id: project.id, name: 'Nobody’s' });
});

const phone = { viewport: PHONE, hasTouch: true, isMobile: true };

/** The size of the area in which a finger hits this element only. */
async function reach(target: Locator): Promise<{ width: number; height: number }> {
  await target.scrollIntoViewIfNeeded();
  return target.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const meets = (dx: number, dy: number) => {
      const met = element.ownerDocument.elementFromPoint(x + dx, y + dy);
      return met !== null && (met === element || element.contains(met));
    };
    const far = (dx: number, dy: number) => {
      let steps = 0;
      while (steps < 200 && meets(dx * (steps + 1), dy * (steps + 1))) steps++;
      return steps;
    };
    return { width: far(1, 0) + far(-1, 0) + 1, height: far(0, 1) + far(0, -1) + 1 };
  });
}
const show = (page: Page, view: string) =>
  page.getByRole('radiogroup', { name: 'View' }).locator('label', { hasText: view }).click();

test('touch targets on a phone’s board are large enough for a finger', { tag: '@long' }, async ({ seat }) => {
  const { page, complaints } = await seat(ada, phone);
  await page.goto(path);
  const card = page.getByRole('group', { name: 'New product page' });
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const small = [];
  for (const [what, target] of [
    ['tick', card.getByRole('checkbox')],
    ['status', card.getByRole('button', { name: /^Status/ })],
    ['card menu', card.getByRole('button', { name: 'Actions for “New product page”' })],
    ['claim', page.getByRole('group', { name: 'Nobody’s' }).getByRole('button', { name: /^Claim/ })],
    ['add to list', button('Add task to To do')],
    ['list menu', button('Actions for To do')],
    ['lists', button('Columns')],
    ['filter', button('Filter')],
    ['new task', button('New task')],
    ['more', button('More')],
  ] as const) {
    const { width, height } = await reach(target);
    if (width < 43 || height < 43) small.push(`${what}: ${width} × ${height}`);
  }
  expect(small).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a table row on a phone shows its name first', { tag: '@long' }, async ({ seat }) => {
  const { page, complaints } = await seat(ada, phone);
  await page.goto(path);
  await show(page, 'Table');
  await expect(page.getByText('New product page')).toBeVisible();
  const names = await page.locator('[data-row]').evaluateAll((rows) =>
    rows.map((row) => {
      const words = [...row.querySelectorAll('*')].find(
        (each) => each.children.length === 0 && each.textContent === row.ariaLabel,
      );
      const { width = 0, height = 0 } = words?.getBoundingClientRect() ?? {};
      return { name: row.ariaLabel, isRead: width > 200, isShort: height < 40 };
    }),
  );
  expect(names).toHaveLength(3);
  expect(names.filter(({ isRead, isShort }) => !isRead || !isShort)).toEqual([]);
  const status = page
    .locator('[data-row]')
    .first()
    .getByRole('button', { name: /^Status/ });
  expect((await reach(status)).height).toBeGreaterThanOrEqual(43);
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(complaints).toEqual([]);
});

test('a long title is fully readable, also after the window narrows', { tag: '@long' }, async ({ seat }) => {
  const { page, complaints } = await seat(ada, {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto(path);
  await page.getByText(/^Checkout in two steps/).click();
  const title = page.getByRole('textbox', { name: 'Title' }).first();
  await expect(title).toHaveValue(/Checkout/);
  const heights: number[] = [];
  for (const width of [1440, 800, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => title.evaluate((field) => field.scrollHeight - field.clientHeight)).toBeLessThanOrEqual(0);
    heights.push(await title.evaluate((field) => field.clientHeight));
  }
  expect(heights.at(-1)).toBeGreaterThan(heights[0] ?? 0);
  expect(complaints).toEqual([]);
});

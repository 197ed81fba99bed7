import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskOne, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { appSort } from '@atrium/contract/workspace/appSorts.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';

interface Point {
  x: number;
  y: number;
}
/** A point of an element; `at` are shares of its width and height. */
async function pointOf(element: Locator, at: Point = { x: 0.5, y: 0.5 }): Promise<Point> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('not on the page');
  return { x: box.x + box.width * at.x, y: box.y + box.height * at.y };
}
async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // The first pixels tell a drag from a click.
  await page.mouse.move(from.x + 6, from.y + 6, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await page.mouse.up();
}

test('a mouse arranges the sidebar and plans tasks, and the server keeps it', { tag: '@long' }, async ({
  account,
  seat,
}) => {
  const ada = await account('Ada');
  const projects = [];
  for (const name of ['Alpha', 'Beta', 'Gamma']) projects.push(await ada.call(projectAdd, { name, columns: 'Inbox' }));
  const [alpha, beta, gamma] = projects.map(({ id }) => id);
  const { page, complaints } = await seat(ada);
  await page.goto('/manage/dashboard');
  const sidebar = page.getByRole('navigation').first();
  const entry = (name: string) => sidebar.getByRole('link', { name: new RegExp(`^${name}`) });
  const sorts = async () => (await ada.call(appSort, {})).sorts;

  await drag(page, await pointOf(entry('Messenger')), await pointOf(entry('Dashboard'), { x: 0.5, y: 0.2 }));
  await expect.poll(async () => (await sorts()).side.slice(0, 2)).toEqual(['system:messenger', 'system:dashboard']);

  await entry('Alpha').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Clients');
  await page.keyboard.press('Enter');
  const folder = sidebar.getByRole('button', { name: 'Clients' });
  await drag(page, await pointOf(entry('Beta')), await pointOf(folder));
  const filed = async () => new Set((await sorts()).folders.flatMap((each) => each.projects));
  await expect.poll(filed).toEqual(new Set([alpha, beta]));
  await page.reload();
  await expect(entry('Messenger')).toBeVisible();
  const top = async (name: string) => (await pointOf(entry(name))).y;
  expect(await top('Messenger')).toBeLessThan(await top('Dashboard'));
  // Out of the folder, below the other project.
  await drag(page, await pointOf(entry('Beta')), await pointOf(entry('Gamma'), { x: 0.5, y: 0.8 }));
  await expect.poll(filed).toEqual(new Set([alpha]));
  const order = (await sorts()).projects;
  expect(order.indexOf(beta ?? 0)).toBe(order.indexOf(gamma ?? 0) + 1);

  const task = await ada.call(taskAdd, { project_id: alpha ?? 0, name: 'Loose', owner: [ada.userid] });
  const times = async () => {
    const { start_at, end_at } = await ada.call(taskOne, { task_id: task.id });
    return [start_at, end_at];
  };
  await page.goto('/manage/calendar');
  await page.getByRole('button', { name: 'Unplanned tasks' }).click();
  const day = page.locator('[data-date]').nth(17);
  const date = (await day.getAttribute('data-date')) ?? '';
  await drag(page, await pointOf(page.locator(`[data-task="${task.id}"]`)), await pointOf(day));
  await expect.poll(times).toEqual([`${date} 09:00:00`, `${date} 18:00:00`]);

  await page.getByRole('radiogroup', { name: 'View' }).getByText('Week').click();
  const columns = page.locator('[data-date]');
  const days = async () => [...new Set(await columns.evaluateAll((all) => all.map((each) => each.dataset['date'])))];
  await expect.poll(async () => (await days()).length).toBe(7);
  const [, , third, fourth] = await days();
  await ada.call(taskUpdate, { task_id: task.id, times: [`${third} 09:00:00`, `${third} 10:00:00`] });
  const event = page.getByRole('button', { name: /Loose/ });
  await expect(event).toBeVisible();
  const { width, height } = (await event.boundingBox()) ?? { width: 0, height: 0 };
  const middle = await pointOf(event);
  await drag(page, middle, { x: middle.x + width + 12, y: middle.y + 2 * height });
  await expect.poll(times).toEqual([`${fourth} 11:00:00`, `${fourth} 12:00:00`]);
  // By its lower edge an hour longer, by its upper edge an hour earlier.
  await event.hover();
  const { x, y } = await pointOf(event, { x: 0.5, y: 1 });
  await drag(page, { x, y: y - 1 }, { x, y: y + height - 4 });
  await expect.poll(times).toEqual([`${fourth} 11:00:00`, `${fourth} 13:00:00`]);
  await event.hover();
  const upper = await pointOf(event, { x: 0.5, y: 0 });
  await drag(page, { x, y: upper.y + 1 }, { x, y: upper.y - height + 4 });
  await expect.poll(times).toEqual([`${fourth} 10:00:00`, `${fourth} 13:00:00`]);
  await page.reload();
  await expect(event).toContainText('10:00');
  expect(complaints).toEqual([]);
});

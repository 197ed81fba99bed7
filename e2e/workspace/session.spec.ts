import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect, type Locator } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { PASSWORD, type Person } from '../support/people.ts';

let ada: Person;
test.beforeAll(async ({ account }) => {
  ada = await account('Ada');
});

test('a device signs in by a code that another one confirms; tabs sign out and in together', async ({ seat }) => {
  const mine = await seat(ada);
  const desk = await seat();
  await desk.page.goto('/login?from=/manage/calendar');
  await desk.page.getByRole('button', { name: 'Sign in with another device' }).click();
  const address = await desk.page.getByRole('img', { name: 'QR code for sign-in' }).getAttribute('data-address');
  await mine.page.goto(new URL(address ?? '').pathname + new URL(address ?? '').search);
  await mine.page.getByRole('button', { name: 'Confirm sign-in' }).click();
  await expect(desk.page.locator('html')).toHaveAttribute('data-route', 'manage-calendar');

  await mine.page.getByRole('button', { name: 'Open Atrium here' }).click();
  const other = await mine.context.newPage();
  await other.goto('/manage/messenger');
  await expect(other.locator('html')).toHaveAttribute('data-route', 'manage-messenger');
  await mine.page.getByRole('button', { name: new RegExp(ada.email) }).click();
  await mine.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other.getByRole('textbox', { name: 'Password' })).toBeVisible();
  // Another device of the same person stays signed in.
  await expect(desk.page.locator('html')).toHaveAttribute('data-route', 'manage-calendar');
  await mine.page.getByLabel('Email').fill(ada.email);
  await mine.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await mine.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.locator('html')).toHaveAttribute('data-route', 'manage-messenger');
  expect([...mine.complaints, ...desk.complaints]).toEqual([]);
});

/** Compares the end of the label with the beginning of its field, and returns its width. */
async function placeOf(label: Locator, field: Locator) {
  const [words, box] = [await label.boundingBox(), await field.boundingBox()];
  const width = words?.width ?? 0;
  return { width, isBeside: (words?.x ?? 0) + width <= (box?.x ?? 0) };
}

// covers C9-02
test('forms have labels beside the fields above 576 px, and bold ones above them below', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  // Ada has signed out by now.
  const bea = await account('Bea');
  const { page } = await seat(bea, { viewport: { width: 577, height: 900 } });
  await page.goto('/manage/setting/password');
  const label = page.locator('label', { hasText: /^New password/ });
  const field = page.getByLabel('New password', { exact: true });
  await expect(field).toBeVisible();
  await expect(label).toHaveCSS('text-align', 'right');
  // Elements measured side by side need the same font.
  await page.evaluate('document.fonts.ready.then(() => true)');
  const wide = await placeOf(label, field);
  expect(wide.isBeside).toBe(true);
  // As wide as the longest label, not a fixed number.
  const longest = await page.locator('label', { hasText: 'Current password' }).boundingBox();
  expect(Math.abs(wide.width - (longest?.width ?? 0))).toBeLessThan(1);
  expect(wide.width).toBeLessThan(150);
  await page.setViewportSize({ width: 575, height: 900 });
  await expect(label).toHaveCSS('text-align', 'left');
  await expect(label).toHaveCSS('font-weight', '600');
  expect((await placeOf(label, field)).isBeside).toBe(false);
});

const HOUR_MS = 3_600_000;
const wire = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

test('a device whose clock is nine hours ahead shows the correct times', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const [cy, dee] = [await account('Cy'), await account('Dee')];
  const { id: project_id } = await cy.call(projectAdd, { name: 'Ferry', columns: 'To do' });
  const end = Math.floor((Date.now() + 2 * HOUR_MS) / 60_000) * 60_000;
  await cy.call(taskAdd, { project_id, name: 'Cast off', owner: [cy.userid], times: [wire(end - HOUR_MS), wire(end)] });
  const { id: dialog_id } = await dee.call(groupAdd, { chat_name: 'Pier', userids: [cy.userid] });
  await dee.call(msgSendtext, { dialog_id, text: 'Wind from the west' });

  const { page, complaints } = await seat(cy);
  await page.addInitScript((ahead) => {
    const Own = Date;
    globalThis.Date = class extends Own {
      constructor(...given: unknown[]) {
        super(...((given.length > 0 ? given : [Own.now() + ahead]) as [number]));
      }
      static override now = () => Own.now() + ahead;
    } as DateConstructor;
  }, 9 * HOUR_MS);
  await page.goto(`/manage/project/${project_id}`);
  const card = page.getByRole('group', { name: 'Cast off', exact: true });
  await expect(card).toBeVisible();
  await expect(card.locator('[data-state="overdue"]')).toHaveCount(0);
  await page.goto('/manage/messenger');
  // A row shows the time if its message is from today.
  await expect(page.locator('[data-dialog]', { hasText: 'Pier' }).locator('time')).toHaveText(/^\d\d:\d\d$/);
  await page.locator('[data-dialog]', { hasText: 'Pier' }).click();
  await page.getByRole('textbox', { name: 'Message Pier' }).fill('And rain later');
  await page.keyboard.press('Enter');
  const sent = page.getByRole('article').filter({ hasText: 'And rain later' });
  await expect(sent).not.toHaveAttribute('data-message', /-/);
  await expect(
    page
      .getByRole('separator', { name: 'Today' })
      .or(page.getByText('Today', { exact: true }))
      .first(),
  ).toBeVisible();
  expect(complaints).toEqual([]);
});

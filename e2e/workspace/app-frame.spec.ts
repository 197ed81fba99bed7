import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { type Person } from '../support/people.ts';
import { playShell } from '../support/shell.ts';

/** One pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let ada: Person;
let bo: Person;
test.beforeAll(async ({ account }) => {
  ada = await account('Ada');
  bo = await account('Bo');
});

// covers A1-11
test('changing the language asks first, and then the whole application uses it', { tag: '@long' }, async ({ seat }) => {
  const { page, complaints } = await seat(bo);
  await page.goto('/manage/setting/language');
  const german = page.getByRole('radio', { name: 'Deutsch' });
  await german.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(german).not.toBeChecked();
  expect(await page.locator('html').getAttribute('lang')).toBe('en-GB');

  await german.click();
  await page.evaluate(() => Object.assign(globalThis, { before: true }));
  await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  await expect(page.getByRole('heading', { name: 'Sprache' }).first()).toBeVisible();
  expect(await page.evaluate(() => 'before' in globalThis), 'the page was not loaded again').toBe(false);
  expect(complaints).toEqual([]);
});

// covers A1-12, A1-13, C2-08, C4-37
test('the theme follows the system until one is chosen', { tag: '@long' }, async ({ seat }) => {
  const { page, complaints } = await seat(ada, { colorScheme: 'dark' });
  const theme = page.locator('html');
  await page.goto('/manage/setting/theme');
  await expect(theme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(theme).toHaveAttribute('data-mantine-color-scheme', 'light');
  const choose = (name: string) => page.locator('label', { hasText: name }).click();
  await choose('Dark');
  await expect(theme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(theme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await choose('Light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(theme).toHaveAttribute('data-mantine-color-scheme', 'light');
  await choose('System');
  await expect(theme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

// covers A1-14, C2-08
test('a browser that does not report its theme gets a notice', { tag: '@long' }, async ({ seat }) => {
  const { page } = await seat(ada);
  await page.addInitScript({
    content: `{
      const ask = window.matchMedia.bind(window);
      window.matchMedia = (query) => ask(query.includes('prefers-color-scheme') ? 'not all' : query);
    }`,
  });
  await page.goto('/manage/setting/theme');
  await expect(page.getByRole('alert')).toContainText('doesn’t report');
});

// covers A2-01, A2-03, A2-25
test('every route has a title, and an unknown one shows an error', async ({ seat }) => {
  const { page, complaints } = await seat(ada);
  for (const [address, name] of [
    ['/manage/dashboard', 'manage-dashboard'],
    ['/manage/messenger', 'manage-messenger'],
    ['/manage/project', 'manage-project'],
    ['/manage/setting/personal', 'manage-setting-personal'],
    ['/pro', 'manage-dashboard'],
    ['/no/such/room', '404'],
  ] as const) {
    await page.goto(address);
    await expect(page.locator('html')).toHaveAttribute('data-route', name);
  }
  await expect(page.getByText('We couldn’t find this page')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-route', /^manage/);
  expect(complaints).toEqual([]);
  // Colors with a shade for each theme are valid in the built styles.
  const red = await page.evaluate<string>(
    "(() => { const text = Object.assign(document.createElement('span'), { style: 'color: #e0413a' }); document.body.append(text); return getComputedStyle(text).color; })()",
  );
  expect(red).toBe('rgb(201, 42, 42)');
});

// covers A2-27, C2-03
test('inside a shell addresses are in the hash', { tag: '@long' }, async ({ seat }) => {
  const { page, complaints } = await seat(ada);
  await playShell(page, 'desktop', []);
  await page.goto('/#/manage/messenger');
  await expect(page.locator('html')).toHaveAttribute('data-route', 'manage-messenger');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/#\/manage\/dashboard$/);
  expect(complaints).toEqual([]);
});

// covers C8-01
test('an invalid answer is reported in words', { tag: '@long' }, async ({ seat }) => {
  const { page } = await seat();
  await page.goto('/login');
  const answers = [
    () => page.route('**/api/users/login', (route) => route.abort()),
    () => page.route('**/api/users/login', (route) => route.fulfill({ body: '<html>proxy</html>' })),
    () => page.route('**/api/users/login', (route) => route.fulfill({ json: { ret: 0, msg: '', data: {} } })),
  ];
  const words = ['Request failed. Try again.', 'sent an unexpected answer', 'Something went wrong'];
  for (const [index, answer] of answers.entries()) {
    await page.unroute('**/api/users/login');
    await answer();
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('whatever-1');
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await expect(page.getByText(words[index] ?? '')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
  }
  await page.getByRole('textbox', { name: 'Password' }).fill('');
  await page.getByLabel('Email').fill('ada');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await expect(page.getByLabel('Email')).toBeFocused();
});

// covers A2-24
test('shell addresses open the app or the sign-in, and operators find their pages', { tag: '@long' }, async ({
  seat,
  server,
}) => {
  for (const [who, end] of [
    [ada, /\/manage\/dashboard$/],
    [undefined, /\/login$/],
  ] as const) {
    const { page, context } = await seat(who);
    for (const address of ['/token', '/preload', '/']) {
      await page.goto(address);
      await expect(page).toHaveURL(end);
    }
    await context.close();
  }
  for (const address of ['/login', '/manage/dashboard']) {
    expect((await fetch(server.base + address, { method: 'HEAD' })).status).toBe(200);
  }
  expect((await fetch(`${server.base}/assets/none.js`)).status).toBe(404);
});

// covers C9-08
test('the window title shows the number of unread messages, a second after they arrive', { tag: '@long' }, async ({
  seat,
}) => {
  const { page } = await seat(ada);
  await page.goto('/manage/dashboard');
  await expect(page.getByRole('link', { name: /Messenger/ })).toBeVisible();
  const { id } = await bo.call(dialogOpenUser, { userid: ada.userid });
  for (const text of ['one', 'two']) await bo.call(msgSendtext, { dialog_id: id, text });
  await expect(page).toHaveTitle(/^\(2\) /);
  // Its icon too, for a tab that shows nothing else.
  const icon = page.locator('link[rel=icon]');
  await expect(icon).toHaveAttribute('href', /\/icon-unread\.svg$/);
  const drawn = await page.request.get((await icon.getAttribute('href')) ?? '');
  expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/svg+xml']);
  await page.goto(`/manage/messenger?dialog=${id}`);
  await expect(icon).toHaveAttribute('href', /\/icon\.svg$/);
});

test('unfinished input survives an immediate reload, an Escape, and a visit to a task', async ({ seat }) => {
  const project = await ada.call(projectAdd, { name: 'Harbour', columns: 'To do,Done' });
  const { page, complaints } = await seat(ada);
  await page.goto(`/manage/project/${project.id}`);
  const more = page.getByRole('button', { name: 'Add task to To do' });
  const line = page.getByRole('textbox', { name: 'New task in To do' });
  await more.click();
  await line.fill('Paint the crane');
  await line.press('Enter');
  await line.fill('Half a thou');
  await line.press('Escape');
  await expect(line).toBeHidden();
  await more.click();
  await expect(line).toHaveValue('Half a thou');
  await line.press('Escape');

  const card = page.getByRole('group', { name: 'Paint the crane' });
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Paint the crane' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(card).toBeFocused();

  await page.goto(`/manage/messenger?dialog=${project.dialog_id}`);
  const field = page.getByRole('textbox', { name: /Harbour/ });
  await field.pressSequentially('not yet sai');
  await page.reload();
  await expect(field).toHaveText('not yet sai');
  expect(complaints).toEqual([]);
});

test('a chosen avatar shows at once, for others without a reload', { tag: '@long' }, async ({ seat }) => {
  const [own, other] = await Promise.all([seat(ada), seat(bo)]);
  const { id } = await bo.call(dialogOpenUser, { userid: ada.userid });
  await bo.call(msgSendtext, { dialog_id: id, text: 'who are you' });
  await other.page.goto('/manage/messenger');
  const face = other.page.locator(`[data-dialog="${id}"] img`);
  await expect(other.page.locator(`[data-dialog="${id}"]`)).toBeVisible();
  await expect(face).toHaveCount(0);
  await own.page.goto('/manage/setting/personal');
  const [chooser] = await Promise.all([
    own.page.waitForEvent('filechooser'),
    own.page.getByRole('button', { name: 'Choose photo' }).click(),
  ]);
  await chooser.setFiles({ name: 'me.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(own.page.getByRole('alert')).toBeVisible();
  const [again] = await Promise.all([
    own.page.waitForEvent('filechooser'),
    own.page.getByRole('button', { name: 'Choose photo' }).click(),
  ]);
  await again.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
  await expect(face).toBeVisible();
  await expect
    .poll(() => face.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
  await own.page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(face).toHaveCount(0);
  expect([...own.complaints, ...other.complaints]).toEqual([]);
});

import { groupAdd } from '@atrium/contract/dialogs.ts';
import { expect, type Page, test } from '@playwright/test';
import { account, type Person, seat } from './support/people.ts';
import { type RealServer, startRealServer } from './support/server.ts';

let server: RealServer;
let ada: Person;
let bo: Person;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startRealServer();
  await account(server.base, 'Root');
  [ada, bo] = await Promise.all([account(server.base, 'Ada'), account(server.base, 'Bo')]);
});
test.afterAll(() => server.close());

/** Lets a drawn picture go over the conversation, as if it came from a folder. */
async function dropPicture(page: Page, name: string, width: number, height: number): Promise<void> {
  const transfer = await page.evaluateHandle(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} });
    const pen = canvas.getContext('2d');
    const paint = pen.createLinearGradient(0, 0, ${width}, ${height});
    paint.addColorStop(0, '#4f5bd5');
    paint.addColorStop(1, '#e8a33d');
    pen.fillStyle = paint;
    pen.fillRect(0, 0, ${width}, ${height});
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    const data = new DataTransfer();
    data.items.add(new File([blob], '${name}', { type: 'image/png' }));
    return data;
  })()`);
  const target = page.getByRole('region', { name: 'Harbour' });
  await target.dispatchEvent('dragenter', { dataTransfer: transfer });
  await expect(page.getByText('Drop to send')).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

const MB = 1024 * 1024;

// covers B2-11, B2-12, A2-50, A9-03
test('a dropped picture and a file whose connection breaks arrive, and the picture is looked at', async ({
  browser,
}) => {
  const { id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Harbour' });
  const { page, context, complaints } = await seat(browser, server.base, ada);
  const other = await seat(browser, server.base, bo);
  await Promise.all([page, other.page].map((each) => each.goto(`/manage/messenger?dialog=${id}`)));
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible({ timeout: 60_000 });

  await dropPicture(page, 'quay.png', 1600, 900);
  await expect(page.getByRole('dialog')).toContainText('quay.png');
  await expect(page.getByRole('button', { name: 'Send 1 file' })).toBeFocused();
  await page.keyboard.press('Enter');
  const picture = other.page.getByRole('button', { name: 'Open picture quay.png' });
  await expect(picture).toBeVisible();
  // Its box is there before it: 1600 x 900 in a square of 220.
  expect(await picture.boundingBox()).toMatchObject({ width: 220, height: 124 });
  await expect
    .poll(() => picture.locator('img').evaluate((img: unknown) => (img as { naturalWidth: number }).naturalWidth))
    .toBe(320);

  // The second piece is lost on its way.
  let lost = 0;
  await page.route('**/api/upload/chunk', (route) => {
    const isSecond = route.request().postDataBuffer()?.includes('name="index"\r\n\r\n1\r\n') ?? false;
    if (!isSecond || lost > 0) return route.continue();
    lost += 1;
    return route.abort('internetdisconnected');
  });
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Send something else' }).click();
  await page.getByRole('menuitem', { name: 'Upload a file' }).click();
  const content = Buffer.alloc(6 * MB, 'tide');
  await (await choosing).setFiles({ name: 'tides.csv', mimeType: 'text/csv', buffer: content });
  await page.getByRole('button', { name: 'Send 1 file' }).click();
  await expect(page.getByRole('progressbar', { name: /^Sending tides\.csv/ })).toBeVisible();
  const card = other.page.getByRole('link', { name: /^Download tides\.csv/ });
  await expect(card).toBeVisible();
  expect(lost).toBe(1);
  const downloading = other.page.waitForEvent('download');
  await card.click();
  const stream = await (await downloading).createReadStream();
  let size = 0;
  for await (const chunk of stream) size += (chunk as Buffer).length;
  expect(size).toBe(content.length);

  await dropPicture(page, 'tower.png', 300, 2400);
  await expect(page.getByRole('button', { name: 'Send 1 file' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(other.page.getByRole('button', { name: 'Open picture tower.png' })).toBeVisible();
  await picture.click();
  const viewer = other.page.getByRole('dialog', { name: 'Picture 1 of 2' });
  await expect(viewer.getByRole('img', { name: 'quay.png' })).toBeVisible();
  await other.page.keyboard.press('ArrowRight');
  await expect(
    other.page.getByRole('dialog', { name: 'Picture 2 of 2' }).getByRole('img', { name: 'tower.png' }),
  ).toBeVisible();
  await other.page.keyboard.press('+');
  await expect(other.page.getByText('140 %')).toBeVisible();
  await other.page.keyboard.press('Escape');
  await expect(other.page.getByRole('dialog')).toHaveCount(0);
  expect([...complaints, ...other.complaints]).toEqual([]);
  await Promise.all([context.close(), other.context.close()]);
});

import { createHash } from 'node:crypto';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgTag } from '@atrium/contract/chat/messageActions.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { type FileMsg, fileKey, msgSendfile } from '@atrium/contract/files/files.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { type Person } from '../support/people.ts';

let ada: Person;
let bo: Person;
test.beforeAll(async ({ account }) => {
  [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
});

/** Drags a generated picture over the conversation, like a file from a folder. */
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

/** A second of video, recorded by the browser itself, dropped on the conversation. */
async function dropFilm(page: Page, name: string): Promise<void> {
  const transfer = await page.evaluateHandle(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/mp4;codecs=vp9' });
    const pieces = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const ended = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let frame = 0; frame < 20; frame++) {
      pen.fillStyle = frame % 2 ? '#4f5bd5' : '#e8a33d';
      pen.fillRect(0, 0, 320, 180);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await ended;
    const data = new DataTransfer();
    data.items.add(new File(pieces, '${name}', { type: 'video/mp4' }));
    return data;
  })()`);
  const target = page.getByRole('region', { name: 'Harbour' });
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

const STAND_IN_SCREEN = `navigator.mediaDevices.getDisplayMedia = async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
  const paint = () => canvas.getContext('2d').fillRect(0, 0, Math.random() * 1280, 720);
  paint();
  setInterval(paint, 50);
  return canvas.captureStream();
}`;

const MB = 1024 * 1024;
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

// covers B2-11, B2-12, A2-50, A2-51, A4-39
test('a dropped picture and a file with a broken connection arrive, and the picture opens', { tag: '@long' }, async ({
  seat,
}) => {
  const { id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Harbour' });
  const { page, context, complaints } = await seat(ada);
  const other = await seat(bo);
  await Promise.all([page, other.page].map((each) => each.goto(`/manage/messenger?dialog=${id}`)));
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible({ timeout: 60_000 });

  await dropPicture(page, 'quay.png', 1600, 900);
  await expect(page.getByRole('dialog')).toContainText('quay.png');
  await expect(page.getByRole('button', { name: 'Send 1 file' })).toBeFocused();
  await page.keyboard.press('Enter');
  const picture = other.page.getByRole('button', { name: 'Open image quay.png' });
  await expect(picture).toBeVisible();
  // Its box is reserved: 1600 x 900 in a square of 220.
  expect(await picture.boundingBox()).toMatchObject({ width: 220, height: 124 });
  await expect
    .poll(() => picture.locator('img').evaluate((img: unknown) => (img as { naturalWidth: number }).naturalWidth))
    .toBe(320);

  // The second chunk is lost.
  let lost = 0;
  await page.route('**/api/upload/chunk', (route) => {
    const isSecond = route.request().postDataBuffer()?.includes('name="index"\r\n\r\n1\r\n') ?? false;
    if (!isSecond || lost > 0) return route.continue();
    lost += 1;
    return route.abort('internetdisconnected');
  });
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('menuitem', { name: 'Upload file' }).click();
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
  await expect(other.page.getByRole('button', { name: 'Open image tower.png' })).toBeVisible();
  await picture.click();
  const viewer = other.page.getByRole('dialog', { name: 'File viewer' });
  await expect(viewer.getByRole('img', { name: 'quay.png' })).toBeVisible();
  // The table is between them. On a busy machine the picture is drawn before the viewer takes keys.
  const table = viewer.getByRole('heading', { name: 'tides.csv' });
  await expect(async () => {
    if (!(await table.isVisible())) await other.page.keyboard.press('ArrowRight');
    await expect(table).toBeVisible({ timeout: 3000 });
  }).toPass();
  await other.page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'tower.png' })).toBeVisible();
  await other.page.keyboard.press('+');
  await expect(other.page.getByText('140 %')).toBeVisible();
  await other.page.keyboard.press('Escape');
  await expect(other.page.getByRole('dialog')).toHaveCount(0);

  // A screenshot while typing. The browser's own prompt is not part of the test.
  await page.evaluate(STAND_IN_SCREEN);
  await page.getByRole('textbox', { name: /^Message / }).pressSequentially('Look');
  await page.keyboard.press('Control+Shift+X');
  await expect(page.getByRole('dialog')).toContainText(/Screenshot \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png/);
  await page.keyboard.press('Control+Shift+X');
  await expect(page.getByRole('button', { name: 'Send 2 files' })).toBeVisible();
  await page.keyboard.press('Enter');
  const shots = other.page.getByRole('button', { name: /^Open image Screenshot/ });
  await expect(shots).toHaveCount(2);
  expect(await shots.first().boundingBox()).toMatchObject({ width: 220, height: 124 });
  // Text in an overlay over the conversation stays.
  await page.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('menuitem', { name: 'Create poll' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('Where to?');
  await page.keyboard.press('Control+Shift+X');
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('Where to?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /^Message / })).toHaveText('Look');

  await dropFilm(page, 'waves.mp4');
  await page.getByRole('button', { name: 'Send 1 file' }).click();
  await other.page.getByRole('button', { name: 'Play waves.mp4' }).click();
  const film = other.page.getByRole('dialog').locator('video');
  await expect(film).toHaveAttribute('controls', '');
  await expect
    .poll(() => film.evaluate((video: unknown) => (video as { currentTime: number }).currentTime))
    .toBeGreaterThan(0);
  expect([...complaints, ...other.complaints]).toEqual([]);
  await Promise.all([context.close(), other.context.close()]);
});

/** The number of chunks of the file, each with a different byte. */
const PIECES = 40;
const PIECE = 5 * MB;

test('200 MB are dropped, the network fails halfway, and the file arrives intact', { tag: '@long' }, async ({
  seat,
  server,
}) => {
  const { id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Harbour' });
  const { page, context, complaints } = await seat(ada);
  const chunks = { sent: 0, lost: 0 };
  for (const [event, word] of [
    ['requestfinished', 'sent'],
    ['requestfailed', 'lost'],
  ] as const) {
    page.on(event as 'requestfinished', (request) => {
      if (request.url().endsWith('/upload/chunk')) chunks[word] += 1;
    });
  }
  await page.goto(`/manage/messenger?dialog=${id}`);
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible({ timeout: 60_000 });
  const transfer = await page.evaluateHandle(`(() => {
    const pieces = Array.from({ length: ${PIECES} }, (_, index) => new Uint8Array(${PIECE}).fill(index));
    const data = new DataTransfer();
    data.items.add(new File(pieces, 'chart.bin'));
    return data;
  })()`);
  await page.getByRole('region', { name: 'Harbour' }).dispatchEvent('drop', { dataTransfer: transfer });
  await page.getByRole('button', { name: 'Send 1 file' }).click();
  await expect.poll(() => chunks.sent).toBeGreaterThan(5);
  await context.setOffline(true);
  await expect.poll(() => chunks.lost).toBeGreaterThan(0);
  expect(chunks.sent).toBeLessThan(PIECES);
  await expect(page.getByRole('progressbar', { name: /^Sending chart\.bin/ })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: /^Download chart\.bin/ })).toBeVisible({ timeout: 90_000 });
  // It resumed, repeating at most the chunks in flight.
  expect(chunks.sent).toBeLessThanOrEqual(PIECES + 3);

  const { list } = await bo.call(msgList, { dialog_id: id });
  const { url, size } = (list[0]?.msg ?? {}) as unknown as FileMsg;
  expect(size).toBe(PIECES * PIECE);
  const { key } = await bo.call(fileKey, {});
  const answer = await fetch(`${url.replace('{{RemoteURL}}', `${server.base}/`)}?key=${encodeURIComponent(key)}`);
  const [wanted, received] = [createHash('sha256'), createHash('sha256')];
  for (let index = 0; index < PIECES; index++) wanted.update(Buffer.alloc(PIECE, index));
  for await (const chunk of answer.body ?? []) received.update(chunk as Buffer);
  expect(received.digest('hex')).toBe(wanted.digest('hex'));
  expect(complaints).toEqual([]);
});

test('shared files are listed, messages are searched, and emoji are picked', { tag: '@long' }, async ({ seat }) => {
  const { id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Library' });
  const early = await ada.call(msgSendtext, { dialog_id: id, text: 'the lighthouse keeper wrote a book' });
  for (let count = 0; count < 40; count++) await ada.call(msgSendtext, { dialog_id: id, text: `page ${count}` });
  const pdf = await ada.call(msgSendfile, { dialog_id: id, image64: 'aGVsbG8=', filename: 'catalogue.pdf' });
  await ada.call(msgSendfile, { dialog_id: id, image64: PIXEL, filename: 'cover.png' });
  await ada.call(msgTag, { msg_id: early.id });
  const { page, complaints } = await seat(bo, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto(`/manage/messenger?dialog=${id}&msg=${pdf.id}`);
  const field = page.getByRole('textbox', { name: 'Message Library' });
  await expect(field).toBeVisible({ timeout: 60_000 });

  await page.getByRole('button', { name: 'Search in chat' }).click();
  await page.getByRole('textbox', { name: 'Search in chat' }).fill('lighthouse');
  await expect(page.getByText('1/1')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'lighthouse keeper' })).toBeInViewport();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Members', exact: true }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(details.getByRole('button', { name: 'Open image cover.png' })).toBeVisible();
  await page.getByRole('tab', { name: 'Tagged' }).click();
  await expect(details.getByText('the lighthouse keeper wrote a book')).toBeVisible();
  await page.getByRole('tab', { name: 'Files' }).click();
  await details.getByRole('button', { name: /catalogue\.pdf/ }).click();
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('link', { name: /^Download catalogue\.pdf/ })).toBeInViewport();
  await page.getByRole('button', { name: 'Open image cover.png' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy image' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.read().then((items) => items[0].types)')).toEqual(['image/png']);

  await page.goto(`/manage/messenger?dialog=${id}`);
  // One word in the field gets suggestions; Escape dismisses them, the panel has all emoji.
  await field.pressSequentially('cat');
  const offered = page.getByRole('group', { name: 'Emoji for “cat”' });
  await expect(offered.getByRole('button').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(offered).toBeHidden();
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search emoji' }).fill('sailboat');
  await page.getByRole('option', { name: 'sailboat' }).click();
  await expect(field).toHaveText('cat⛵️');
  await page.keyboard.press('Enter');
  const sent = page.getByRole('article').filter({ hasText: 'cat⛵️' });
  await expect(sent).toBeVisible();
  await sent.hover();
  await sent.getByRole('button', { name: 'React' }).click();
  await page.getByRole('menuitem', { name: 'More emoji' }).click();
  await page.getByRole('tab', { name: 'Food' }).click();
  await page.getByRole('option', { name: 'pizza' }).click();
  await expect(sent.getByRole('button', { name: /🍕/ }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

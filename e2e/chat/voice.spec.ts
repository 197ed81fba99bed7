import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { PHONE } from '../support/people.ts';

test.use({
  workspace: { name: 'transcribed', entry: 'apps/server/src/testing/outside/languageServices.ts' },
});

const voices = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('button', { name: /Play voice|Pause/ }) });

/** Holds a finger on the button until a second is recorded; it may slide before it is lifted. */
async function hold(page: Page, name: string, slide: { up?: number; left?: number } = {}): Promise<void> {
  const box = await page.getByRole('button', { name }).boundingBox();
  const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 };
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [at]);
  await expect(page.getByRole('timer')).toHaveText(/0:0[1-9]/);
  const { up = 0, left = 0 } = slide;
  if (up + left > 0) {
    await touch('touchMove', [{ x: at.x - left, y: at.y - up }]);
    await expect(page.getByText(up > 0 ? 'Release to cancel' : 'Release to convert to text')).toBeVisible();
  }
  await touch('touchEnd', []);
}

// covers B4-03, B4-18, B4-19, B4-20
test('a voice message is heard on the other side, once; sliding up cancels it', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  test.setTimeout(180_000);
  const [adaPerson, boPerson] = await Promise.all([account('Ada'), account('Bo')]);
  const { id } = await adaPerson.call(groupAdd, { userids: [boPerson.userid], chat_name: 'Radio' });
  const ada = await seat(adaPerson);
  const bo = await seat(boPerson, { viewport: PHONE, hasTouch: true, isMobile: true });
  for (const { page } of [ada, bo]) {
    await page.goto(`/manage/messenger?dialog=${id}`);
    await expect(page.getByRole('button', { name: 'Record voice message' })).toBeVisible({ timeout: 60_000 });
  }
  // Escape discards the recording.
  const start = ada.page.getByRole('button', { name: 'Record voice message' });
  await start.click();
  await expect(ada.page.getByRole('timer')).toHaveText('0:01');
  await ada.page.keyboard.press('Escape');
  await expect(ada.page.getByRole('timer')).toHaveCount(0);
  // A click starts, another one sends; twice, so that one follows the other.
  for (const count of [1, 2]) {
    await start.click();
    await expect(ada.page.getByRole('timer')).toHaveText('0:01');
    await ada.page.getByRole('button', { name: 'Send recording' }).click();
    await expect(voices(ada.page)).toHaveCount(count);
  }
  await expect(bo.page.getByLabel('Not played yet')).toHaveCount(2);
  await expect(ada.page.getByLabel('Not played yet')).toHaveCount(0);
  await voices(bo.page)
    .first()
    .getByRole('button', { name: /Play voice/ })
    .click();
  await expect(bo.page.getByRole('button', { name: 'Speed: 1×' })).toBeVisible();
  // The next unplayed one follows automatically.
  await expect(bo.page.getByLabel('Not played yet')).toHaveCount(0);
  await hold(bo.page, 'Record voice message', { up: 400 });
  await expect(bo.page.getByRole('timer')).toHaveCount(0);
  await hold(bo.page, 'Record voice message');
  await expect(voices(ada.page)).toHaveCount(3);
  await expect(ada.page.getByLabel('Not played yet')).toHaveCount(1);
  expect([...ada.complaints, ...bo.complaints]).toEqual([]);
});

// covers B2-09, B4-21
test('a voice message is transcribed before it is sent, and afterwards under its bubble', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  const [ada, bo] = await Promise.all([account('Ada'), account('Bo')]);
  const { id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Radio' });
  const touch = { viewport: PHONE, hasTouch: true, isMobile: true };
  const { page, complaints } = await seat(ada, touch);
  await page.goto(`/manage/messenger?dialog=${id}`);
  await expect(page.getByRole('button', { name: 'Record voice message' })).toBeVisible({ timeout: 60_000 });

  // Sliding left transcribes first; the first attempt fails and is retried by a tap.
  await hold(page, 'Record voice message', { left: 200 });
  const sheet = page.getByRole('dialog', { name: 'Convert to text' });
  await sheet.getByRole('button', { name: 'Couldn’t convert to text' }).click();
  await expect(sheet.getByLabel('Transcript')).toHaveValue('A long beep (mp3)');
  await sheet.getByLabel('Transcript').fill('A beep, looked over');
  await sheet.getByRole('button', { name: 'Send as text' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'A beep, looked over' })).toBeVisible();
  await expect(voices(page)).toHaveCount(0);

  // In another language, and then sent as the voice message.
  await hold(page, 'Record voice message', { left: 200 });
  await sheet.getByLabel('Language').click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(sheet.getByLabel('Transcript')).toHaveValue('[de] A long beep (mp3)');
  await sheet.getByRole('button', { name: 'Send as voice' }).click();
  await expect(voices(page)).toHaveCount(1);

  // A recipient requests the transcript in the menu; it stays there, for them.
  const heard = await seat(bo);
  await heard.page.goto(`/manage/messenger?dialog=${id}`);
  const voice = voices(heard.page).first();
  await voice.getByRole('button', { name: /Play voice/ }).click({ button: 'right' });
  await heard.page.getByRole('menuitem', { name: 'Convert to text' }).click();
  await expect(voice.getByText('A long beep (mp3)', { exact: true })).toBeVisible();
  await heard.page.reload();
  await expect(voice.getByText('A long beep (mp3)', { exact: true })).toBeVisible();
  await voice.getByText('A long beep').click({ button: 'right' });
  await heard.page.getByRole('menuitem', { name: 'Translate' }).click();
  await expect(voice.getByText('[en] A long beep (mp3)')).toBeVisible();
  await voice.getByRole('button', { name: 'Translated to English' }).click();
  await heard.page.getByRole('menuitem', { name: 'Français' }).click();
  await expect(voice.getByText('[fr] A long beep (mp3)')).toBeVisible();
  await expect(voices(page).getByText('A long beep')).toHaveCount(0);
  expect([...complaints, ...heard.complaints]).toEqual([]);
});

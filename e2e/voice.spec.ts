import { groupAdd } from '@atrium/contract/dialogs.ts';
import { expect, type Page, test } from '@playwright/test';
import { browserPath } from './support/browser.ts';
import { account, PHONE, seat } from './support/people.ts';
import { type RealServer, startRealServer } from './support/server.ts';

// A microphone that beeps, and that nobody is asked about.
test.use({
  launchOptions: {
    executablePath: browserPath,
    args: [
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  },
});

let server: RealServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startRealServer();
  await account(server.base, 'Root');
});
test.afterAll(() => server.close());

const voices = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('button', { name: /Play the voice|Pause/ }) });

/** A finger on the button for a while, which may slide before it is lifted. */
async function hold(page: Page, name: string, ms: number, slideTo?: number): Promise<void> {
  const box = await page.getByRole('button', { name }).boundingBox();
  const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 };
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [at]);
  await expect(page.getByRole('timer')).toHaveText(/0:0[1-9]/);
  await page.waitForTimeout(ms);
  if (slideTo !== undefined) {
    await touch('touchMove', [{ ...at, y: slideTo }]);
    await expect(page.getByText('Release to cancel')).toBeVisible();
  }
  await touch('touchEnd', []);
}

// covers B4-03, B4-18, B4-19, B4-20
test('what is said is heard on the other side, once; a finger that slides up takes it back', async ({ browser }) => {
  test.setTimeout(180_000);
  const [adaPerson, boPerson] = await Promise.all([account(server.base, 'Ada'), account(server.base, 'Bo')]);
  const { id } = await adaPerson.call(groupAdd, { userids: [boPerson.userid], chat_name: 'Radio' });
  const ada = await seat(browser, server.base, adaPerson);
  const bo = await seat(browser, server.base, boPerson, { viewport: PHONE, hasTouch: true, isMobile: true });
  for (const { page } of [ada, bo]) {
    await page.goto(`/manage/messenger?dialog=${id}`);
    await expect(page.getByRole('button', { name: 'Record a voice message' })).toBeVisible({ timeout: 60_000 });
  }
  // Escape throws away what was said.
  const start = ada.page.getByRole('button', { name: 'Record a voice message' });
  await start.click();
  await expect(ada.page.getByRole('timer')).toHaveText('0:01');
  await ada.page.keyboard.press('Escape');
  await expect(ada.page.getByRole('timer')).toHaveCount(0);
  // A click begins, another one sends; twice, so that one follows the other.
  for (const count of [1, 2]) {
    await start.click();
    await expect(ada.page.getByRole('timer')).toHaveText('0:01');
    await ada.page.getByRole('button', { name: 'Send the recording' }).click();
    await expect(voices(ada.page)).toHaveCount(count);
  }
  await expect(bo.page.getByLabel('Not listened to yet')).toHaveCount(2);
  await expect(ada.page.getByLabel('Not listened to yet')).toHaveCount(0);
  await voices(bo.page)
    .first()
    .getByRole('button', { name: /Play the voice/ })
    .click();
  await expect(bo.page.getByRole('button', { name: 'Speed: 1×' })).toBeVisible();
  // The next one that nobody has heard follows by itself.
  await expect(bo.page.getByLabel('Not listened to yet')).toHaveCount(0);
  await hold(bo.page, 'Record a voice message', 0, 300);
  await expect(bo.page.getByRole('timer')).toHaveCount(0);
  await hold(bo.page, 'Record a voice message', 100);
  await expect(voices(ada.page)).toHaveCount(3);
  await expect(ada.page.getByLabel('Not listened to yet')).toHaveCount(1);
  expect([...ada.complaints, ...bo.complaints]).toEqual([]);
  await ada.context.close();
  await bo.context.close();
});

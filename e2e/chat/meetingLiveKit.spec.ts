import { meetingOpen } from '@atrium/contract/chat/meetings.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { withCamera } from '../support/browser.ts';
import { test } from '../support/fixtures.ts';
import { LiveKitLike } from '../support/liveKit.ts';

const liveKit = new LiveKitLike();
const url = await liveKit.listen();
const { key, secret } = liveKit;
test.use({
  ...withCamera,
  workspace: {
    name: 'livekit',
    env: { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret },
  },
});
test.afterAll(() => liveKit.close());

async function join(page: Page, meetingid: string): Promise<void> {
  await page.goto(`/meeting/${meetingid}`);
  const form = page.getByRole('dialog', { name: 'Join meeting' });
  await form.getByRole('switch', { name: 'Camera' }).click();
  await expect(form.getByLabel('Camera preview')).toBeVisible();
  await form.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
}
/** The number of the others' frames that are shown. */
const frames = (videos: Locator) =>
  videos.evaluateAll((all) =>
    all.reduce((sum, each) => sum + (each as unknown as Playing).getVideoPlaybackQuality().totalVideoFrames, 0),
  );
interface Playing {
  getVideoPlaybackQuality(): { totalVideoFrames: number };
}
const OTHERS = 'li video:not([data-mirrored])';
/** The client asks for the newer form of the protocol first. */
const NO_V1 = 'Failed to load resource: the server responded with a status of 404 (Not Found)';

test('two people meet through a LiveKit server, mute and share a screen', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  test.setTimeout(180_000);
  const people = await Promise.all([account('Ada'), account('Bo')]);
  const { meetingid } = await people[0].call(meetingOpen, { type: 'create', name: 'Harbour talk' });
  const [adaName, boName] = ['Ada', 'Bo'];
  const [ada, bo] = await Promise.all(people.map((person) => seat(person)));
  if (!ada || !bo) return;
  for (const { page } of [ada, bo]) await join(page, meetingid);
  for (const { page } of [ada, bo]) await expect.poll(() => frames(page.locator(OTHERS))).toBeGreaterThan(10);
  await expect
    .poll(() =>
      bo.page.evaluate<number>(`[...document.querySelectorAll('audio')]
    .filter((each) => each.currentTime > 0.2).length`),
    )
    .toBe(1);
  expect(liveKit.sentBy(adaName)).toEqual(['MICROPHONE', 'CAMERA']);

  await ada.page.keyboard.press('m');
  await expect.poll(() => liveKit.sentBy(adaName)).toContain('MICROPHONE muted');
  await ada.page.keyboard.press('m');
  await expect.poll(() => liveKit.sentBy(adaName)).toContain('MICROPHONE');
  await ada.page.keyboard.press('p');
  await ada.page.getByRole('button', { name: `Actions for ${boName}` }).click();
  await ada.page.getByRole('menuitem', { name: 'Mute' }).click();
  await ada.page.keyboard.press('p');
  await expect(bo.page.getByText(`${adaName} muted you.`)).toBeVisible();
  await expect(ada.page.getByRole('button', { name: 'Mute microphone' })).toBeVisible();
  await expect.poll(() => liveKit.sentBy(boName)).toContain('MICROPHONE muted');
  await bo.page.getByRole('button', { name: 'Unmute', exact: true }).first().click();
  await expect.poll(() => liveKit.sentBy(boName)).toContain('MICROPHONE');

  // The server forgets Bo: the client comes again with all tracks, and the same rules apply to them.
  liveKit.forget(boName);
  await expect.poll(() => liveKit.entered).toBe(3);
  await expect.poll(() => liveKit.sentBy(boName)).toEqual(['MICROPHONE', 'CAMERA']);
  await expect.poll(() => frames(ada.page.locator(OTHERS))).toBeGreaterThan(10);
  await bo.page.keyboard.press('m');
  await expect.poll(() => liveKit.sentBy(boName)).toContain('MICROPHONE muted');

  await bo.page.getByRole('button', { name: 'Share screen' }).click();
  const tile = ada.page.getByRole('listitem', { name: `${boName}’s screen` });
  await expect(tile.getByRole('button', { name: 'Draw on the screen' })).toBeVisible();
  await expect.poll(() => frames(tile.locator('video'))).toBeGreaterThan(3);
  await ada.page.keyboard.press('d');
  const box = await tile.boundingBox();
  if (!box) throw new Error('no place to draw');
  await ada.page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
  await ada.page.mouse.down();
  await ada.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  await ada.page.mouse.up();
  await expect(bo.page.locator('polyline')).toHaveCount(1);
  await expect(bo.page.locator('svg text', { hasText: adaName })).toBeVisible();
  await ada.page.keyboard.press('Escape');

  await bo.page.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(tile).toHaveCount(0);
  await expect.poll(() => liveKit.sentBy(boName)).toEqual(['MICROPHONE muted', 'CAMERA']);
  const before = await frames(ada.page.locator(OTHERS));
  await expect.poll(() => frames(ada.page.locator(OTHERS))).toBeGreaterThan(before);

  await bo.page.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => liveKit.calls.map(({ method }) => method)).toContain('RemoveParticipant');
  await expect.poll(() => liveKit.sentBy(boName)).toEqual([]);
  await expect(ada.page.locator(OTHERS)).toHaveCount(0);
  expect(liveKit.entered).toBe(3);
  expect([...ada.complaints, ...bo.complaints].filter((words) => words !== NO_V1)).toEqual([]);
});

test('the test of the ports reaches the LiveKit server', { tag: '@long' }, async ({ seat, administrator }) => {
  const { page } = await seat(administrator);
  await page.goto('/manage/setting/system?tab=meeting');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText(`${url}: works`)).toBeVisible();
});

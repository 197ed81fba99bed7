import { networkInterfaces } from 'node:os';
import { meetingLink, meetingOpen } from '@atrium/contract/chat/meetings.ts';
import { expect, type Page } from '@playwright/test';
import { withSlowCamera } from '../support/browser.ts';
import { test } from '../support/fixtures.ts';
import { figuresOf, KEEP } from '../support/roomFigures.ts';
import { SlowLink, WITHOUT_UDP } from '../support/slowLink.ts';

// Eight browsers on two cores: each of them waits for the others.
test.use({ ...withSlowCamera, actionTimeout: 90_000 });
const hasNetwork = Object.values(networkInterfaces()).some((list) => list?.some(({ internal }) => !internal));
test.skip(!hasNetwork, 'Without any network a browser names no address of its own, and nothing gets through.');

const NAMES = ['Ada', 'Bo', 'Cy', 'Di', 'Eve', 'Finn', 'Gus'];
/** Eight cameras are too much for eight browsers on two cores. */
const WITH_CAMERA = ['Ada', 'Cy', 'Di'];
const room = (page: Page) => page.getByRole('dialog', { name: 'Harbour talk' });
/** The number of others whose sound plays, and of those whose camera is on the screen or said to be held back. */
const heard = (page: Page) =>
  page.evaluate<number>(`[...document.querySelectorAll('audio')].filter((each) => each.currentTime > 0.2).length`);
const seen = async (page: Page) => {
  const pictures = await page.evaluate<number>(
    `[...document.querySelectorAll('li video:not([data-mirrored])')].filter((video) => video.videoWidth > 0 && video.getVideoPlaybackQuality().totalVideoFrames > 2).length`,
  );
  return pictures + (await page.getByRole('listitem', { name: /Camera paused/ }).count());
};

/** A member joins from the dialog, a guest from a page that asks for a name. */
async function join(page: Page, name: string, isGuest = false): Promise<void> {
  const form = isGuest ? page : page.getByRole('dialog', { name: 'Join meeting' });
  if (isGuest) await page.getByLabel('Your name').fill(name);
  if (WITH_CAMERA.includes(name)) await form.getByRole('switch', { name: 'Camera' }).click();
  await form.getByRole('button', { name: 'Join' }).click();
}

test('eight people meet, one behind a thin line, one without UDP, and a guest from the lobby', {
  tag: '@long',
}, async ({ seat, account, server }) => {
  test.setTimeout(600_000);
  const people = await Promise.all(NAMES.map((name) => account(name)));
  const host = people[0];
  if (!host) return;
  const { meetingid } = await host.call(meetingOpen, { type: 'create', name: 'Harbour talk' });
  const line = new SlowLink(Number(new URL(server.base).port), 600_000);
  const pages: Page[] = [];
  for (const [at, person] of people.entries()) {
    const { page } = await seat(person);
    await page.addInitScript(KEEP);
    if (NAMES[at] === 'Cy') await line.open(page);
    if (NAMES[at] === 'Di') await page.addInitScript(WITHOUT_UDP);
    await page.goto(`/meeting/${meetingid}`);
    await join(page, NAMES[at] ?? '');
    await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
    pages.push(page);
  }
  const [ada, bo, cy, di] = pages;
  if (!ada || !bo || !cy || !di) return;

  // The guest waits until the host lets her in.
  const link = await host.call(meetingLink, { meetingid });
  const { page: hana } = await seat();
  await hana.addInitScript(KEEP);
  await hana.goto(new URL(link).pathname);
  await join(hana, 'Hana', true);
  await expect(hana.getByText('You’re in the lobby.')).toBeVisible();
  await ada.keyboard.press('p');
  const list = room(ada).getByRole('complementary', { name: 'Participants' });
  await list.getByRole('button', { name: 'Admit Hana' }).click();
  await ada.keyboard.press('p');
  await expect(list).toHaveCount(0);
  await expect(hana.getByRole('button', { name: 'Leave' })).toBeVisible();
  pages.push(hana);

  for (const page of pages) {
    await expect(room(page).getByRole('listitem')).toHaveCount(8);
    await expect.poll(() => heard(page), { timeout: 60_000 }).toBe(7);
    const others = [ada, cy, di].filter((each) => each !== page).length;
    await expect.poll(() => seen(page), { timeout: 60_000 }).toBe(others);
  }
  expect((await figuresOf(di)).pair).toBe('tcp');
  expect((await figuresOf(cy)).pair).toBe('udp');

  // The host mutes one and removes another; nobody else may.
  await ada.keyboard.press('p');
  await list.getByRole('button', { name: 'Actions for Bo' }).click();
  await ada.getByRole('menuitem', { name: 'Mute' }).click();
  await expect(room(bo).getByText('Ada muted you.')).toBeVisible();
  await bo.keyboard.press('p');
  await expect(room(bo).getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  await bo.keyboard.press('p');
  await list.getByRole('button', { name: 'Actions for Eve' }).click();
  await ada.getByRole('menuitem', { name: /^Remove/ }).click();
  await ada.getByRole('dialog', { name: 'Remove Eve?' }).getByRole('button', { name: 'Remove from meeting' }).click();
  await ada.keyboard.press('p');
  for (const page of [ada, cy, di, hana]) await expect(room(page).getByRole('listitem')).toHaveCount(7);
  line.close();
});

import { networkInterfaces } from 'node:os';
import { meetingOpen } from '@atrium/contract/chat/meetings.ts';
import { expect, type Page } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { withCamera } from '../support/browser.ts';
import { test } from '../support/fixtures.ts';

test.use(withCamera);
const hasNetwork = Object.values(networkInterfaces()).some((list) => list?.some(({ internal }) => !internal));
test.skip(!hasNetwork, 'Without any network a browser names no address of its own, and nothing gets through.');

const FRAMES = `[...document.querySelectorAll('li video:not([data-mirrored])')]
  .map((video) => (video.videoWidth > 0 ? video.getVideoPlaybackQuality().totalVideoFrames : 0))`;
/** The offset of the card's join label from the center of its button. */
const OFF_CENTRE = `(() => {
  const button = [...document.querySelectorAll('[role="article"] button, article button')]
    .find((each) => each.textContent === 'Join');
  const words = document.createRange();
  words.selectNode(document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode());
  const [box, line] = [button.getBoundingClientRect(), words.getBoundingClientRect()];
  return Math.abs(line.top + line.height / 2 - box.top - box.height / 2);
})()`;

/** The height of the room name's letters that is cut off below. */
const BELOW_NAME = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('[role="dialog"] h2'))`;

/** A picture every few seconds is enough on a machine that shows eight videos without a graphics card. */
const WINDOW_MS = 6000;
const samples = new WeakMap<Page, { at: number; frames: number[] }[]>();
/** The number of others' videos with new frames in the last seconds. */
async function moving(page: Page): Promise<number> {
  const frames = await page.evaluate<number[]>(FRAMES);
  const at = Date.now();
  const recent = (samples.get(page) ?? []).filter((each) => at - each.at < WINDOW_MS);
  samples.set(page, [...recent, { at, frames }]);
  return frames.filter((count, index) => count > (recent[0]?.frames[index] ?? count)).length;
}
/** Those, and if there is one, others' cameras that the server holds back: a busy machine seems to have a thin line. */
async function seen(page: Page): Promise<number> {
  const count = await moving(page);
  return count && count + (await page.getByRole('listitem', { name: /Camera paused/ }).count());
}
/** The number of others' audio tracks with played sound. */
const heard = (page: Page) =>
  page.evaluate<number>(`[...document.querySelectorAll('audio')].filter((each) => each.currentTime > 0.2).length`);

// covers C2-15, C2-16, C2-17, C2-18, C2-20, C4-33, A2-04, C8-14
test('two people and a guest meet: each sees and hears the others, keeps working, and leaves', {
  tag: '@long',
}, async ({ seat, account }) => {
  test.setTimeout(180_000);
  const [adaPerson, boPerson] = await Promise.all([account('Ada'), account('Bo')]);
  const [ada, bo, cleo] = await Promise.all([
    seat(adaPerson, { permissions: ['clipboard-read', 'clipboard-write'] }),
    seat(boPerson),
    seat(),
  ]);
  await Promise.all([ada.page.goto('/manage/dashboard'), bo.page.goto('/manage/messenger')]);
  await expect(ada.page.getByRole('button', { name: 'New project' }).first()).toBeVisible();
  await ada.page.keyboard.press('j');
  const form = ada.page.getByRole('dialog', { name: 'New meeting' });
  await form.getByLabel('Topic').fill('Harbour talk');
  await form.getByRole('button', { name: 'Add people' }).click();
  const picker = ada.page.getByRole('dialog', { name: 'Invite people' });
  await picker.getByRole('checkbox', { name: /Bo/ }).check();
  await picker.getByRole('button', { name: /^Select/ }).click();
  await form.getByRole('switch', { name: 'Camera' }).click();
  await form.getByRole('button', { name: 'Start meeting' }).click();
  const room = ada.page.getByRole('dialog', { name: 'Harbour talk' });
  await expect(room.getByText('You’re the only one here.')).toBeVisible();
  expect(await ada.page.evaluate<number>(BELOW_NAME)).toBe(0);

  // It rings at Bo's, who declines and comes later by the card.
  const ring = bo.page.getByRole('alertdialog', { name: /is calling$/ });
  await expect(ring).toContainText('Harbour talk');
  await expect(ring.getByRole('button', { name: 'Join' })).toBeVisible();
  await ring.getByRole('button', { name: 'Decline' }).click();
  await expect(ring).toBeHidden();

  // Bo joins from the card, with his camera off, and turns it on by a key.
  await bo.page.getByText('[Meeting] Harbour talk').click();
  const join = bo.page.getByRole('article').getByRole('button', { name: 'Join' });
  await expect(join).toBeVisible();
  expect(await bo.page.evaluate(OFF_CENTRE)).toBeLessThan(3);
  await join.click();
  await bo.page.getByRole('dialog', { name: 'Join meeting' }).getByRole('button', { name: 'Join' }).click();
  const his = bo.page.getByRole('dialog', { name: 'Harbour talk' });
  await expect(his.getByRole('listitem')).toHaveCount(2);
  await bo.page.keyboard.press('c');
  await expect(his.getByRole('button', { name: 'Turn camera off' })).toBeVisible();

  // A guest joins by the link.
  await room.getByRole('button', { name: 'Copy link' }).click();
  await expect(ada.page.getByText('Invite link copied.')).toBeVisible();
  const link = await ada.page.evaluate<string>('navigator.clipboard.readText()');
  await cleo.page.goto(new URL(link).pathname);
  await cleo.page.getByRole('button', { name: 'Join' }).click();
  await expect(cleo.page.getByText('Enter your name.')).toBeVisible();
  expect(await violationsOf(cleo.page)).toEqual([]);
  await cleo.page.getByLabel('Your name').fill('Cleo');
  await cleo.page.getByRole('switch', { name: 'Camera' }).click();
  await cleo.page.getByRole('button', { name: 'Join' }).click();
  // She waits in the lobby until Ada, the host, admits her; Bo cannot.
  await expect(cleo.page.getByText('You’re in the lobby.')).toBeVisible();
  await bo.page.keyboard.press('p');
  const hisPeople = his.getByRole('complementary', { name: 'Participants' });
  await expect(hisPeople.getByText('Participants: 2')).toBeVisible();
  await expect(hisPeople.getByRole('button', { name: /Admit|Actions/ })).toHaveCount(0);
  await bo.page.keyboard.press('p');
  await ada.page.keyboard.press('p');
  const people = room.getByRole('complementary', { name: 'Participants' });
  await people.getByRole('button', { name: 'Admit Cleo' }).click();
  await ada.page.keyboard.press('p');
  const hers = cleo.page.getByRole('dialog', { name: 'Harbour talk' });
  await expect(hers.getByRole('button', { name: 'Leave' })).toBeVisible();
  await expect(hers.getByRole('button', { name: /Minimize|Invite|Copy link/ })).toHaveCount(0);

  for (const { page } of [ada, bo, cleo]) {
    await expect(page.getByRole('dialog', { name: 'Harbour talk' }).getByRole('listitem')).toHaveCount(3);
    await expect.poll(() => seen(page)).toBe(2);
    await expect.poll(() => heard(page)).toBe(2);
  }
  await expect(room.getByRole('listitem', { name: /^Cleo \(guest\)/ })).toBeVisible();
  await cleo.page.keyboard.press('m');
  await expect(room.getByRole('listitem', { name: /^Cleo \(guest\), Microphone off/ })).toBeVisible();

  // Ada mutes Bo, who raises his hand.
  await ada.page.keyboard.press('p');
  await people.getByRole('button', { name: 'Actions for Bo' }).click();
  await ada.page.getByRole('menuitem', { name: 'Mute' }).click();
  await expect(his.getByText('Ada muted you.')).toBeVisible();
  await his.getByRole('button', { name: 'Unmute', exact: true }).click();
  await bo.page.keyboard.press('h');
  await expect(room.getByRole('listitem', { name: /^Bo, Hand raised/ })).toBeVisible();
  await ada.page.keyboard.press('p');
  await expect(people).toHaveCount(0);

  // Meanwhile Ada opens another screen; the audio continues.
  await ada.page.keyboard.press('Escape');
  await expect(room).toHaveCount(0);
  await ada.page.getByRole('link', { name: 'Messenger' }).click();
  await expect(ada.page).toHaveURL(/messenger/);
  await expect.poll(() => heard(ada.page)).toBe(2);
  await ada.page.getByRole('button', { name: 'In meeting: return to “Harbour talk”' }).click();
  await expect.poll(() => seen(ada.page)).toBe(2);

  // A guest who leaves is asked for a name again; the others see it.
  await hers.getByRole('button', { name: 'Leave' }).click();
  await expect(cleo.page.getByLabel('Your name')).toHaveValue('Cleo');
  await expect(room.getByRole('listitem')).toHaveCount(2);
  await room.getByRole('button', { name: 'Leave' }).click();
  await expect(room).toHaveCount(0);
  await expect(his.getByText('You’re the only one here.')).toBeVisible();
  expect([...ada.complaints, ...bo.complaints, ...cleo.complaints]).toEqual([]);
});

/** A signed-in person joins by the number, with the camera on. */
async function join(page: Page, meetingid: string): Promise<void> {
  await page.goto(`/meeting/${meetingid}`);
  const form = page.getByRole('dialog', { name: 'Join meeting' });
  await expect(form.getByLabel('Meeting ID')).toHaveValue(meetingid);
  await form.getByRole('switch', { name: 'Camera' }).click();
  await expect(form.getByLabel('Camera preview')).toBeVisible();
  await form.getByRole('button', { name: 'Join' }).click();
}

// covers C4-34, C8-12
test('a meeting survives a server restart, with a shared screen', { tag: '@long' }, async ({
  seat,
  account,
  server,
}) => {
  test.setTimeout(240_000);
  const people = await Promise.all([account('Ada'), account('Bo')]);
  const { meetingid } = await people[0].call(meetingOpen, { type: 'create', name: 'Harbour talk' });
  const [ada, bo] = await Promise.all(people.map((person) => seat(person)));
  if (!ada || !bo) return;
  for (const { page } of [ada, bo]) await join(page, meetingid);
  for (const { page } of [ada, bo]) await expect.poll(() => moving(page)).toBe(1);
  await bo.page.getByRole('button', { name: 'Share screen' }).click();
  await expect(ada.page.getByRole('listitem', { name: 'Bo’s screen' })).toBeVisible();
  await expect.poll(() => moving(ada.page)).toBe(2);
  expect(await violationsOf(ada.page)).toEqual([]);
  // Another page of the same browser cannot join as well.
  const second = await ada.context.newPage();
  await second.goto(`/meeting/${meetingid}`);
  await second.getByRole('dialog', { name: 'Join meeting' }).getByRole('button', { name: 'Join' }).click();
  await expect(second.getByRole('alert').getByText('You’re already in a meeting.')).toBeVisible();
  await second.close();

  await server.stop();
  await expect(ada.page.getByText('Connection lost. Reconnecting')).toBeVisible();
  await server.restart();
  await expect(ada.page.getByText('Connection lost. Reconnecting')).toHaveCount(0);
  await expect(ada.page.getByRole('listitem', { name: 'Bo’s screen' })).toBeVisible();
  await expect.poll(() => moving(ada.page)).toBe(2);
  // Ada's video, and his own shared screen.
  await expect.poll(() => moving(bo.page)).toBe(2);
  await expect.poll(() => heard(bo.page)).toBe(1);
  await bo.page.getByRole('button', { name: 'Stop sharing' }).click();
  const room = ada.page.getByRole('dialog', { name: 'Harbour talk' });
  await expect(room.getByRole('listitem')).toHaveCount(2);
  await Promise.all([ada.context.close(), bo.context.close()]);
});

/** The steepest step between two neighboring points of a video, of 255: an edge without a blur is one step. */
const EDGE = `(video) => {
  const canvas = new OffscreenCanvas(video.videoWidth || 1, video.videoHeight || 1);
  const pen = canvas.getContext('2d');
  pen.drawImage(video, 0, 0);
  const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height);
  let steepest = 0;
  for (let at = 0; at < width * height - 1; at += 1)
    if ((at + 1) % width) steepest = Math.max(steepest, Math.abs(data[at * 4 + 1] - data[at * 4 + 5]));
  return video.videoWidth > 1 ? steepest : -1;
}`;
const edgeOf = (page: Page, selector: string) =>
  page.evaluate<number>(`(${EDGE})(document.querySelector(${JSON.stringify(selector)}) ?? {})`).catch(() => -1);

test('a background is blurred before anything is sent', { tag: '@long' }, async ({ seat, account }) => {
  test.setTimeout(180_000);
  const people = await Promise.all([account('Ada'), account('Bo')]);
  const { meetingid } = await people[0].call(meetingOpen, { type: 'create', name: 'Harbour talk' });
  const [ada, bo] = [await seat(people[0]), await seat(people[1])];
  for (const { page } of [ada, bo]) {
    await page.goto(`/meeting/${meetingid}`);
    const form = page.getByRole('dialog', { name: 'Join meeting' });
    if (page === ada.page) {
      const PREVIEW = 'video[aria-label="Camera preview"]';
      await form.getByRole('switch', { name: 'Camera' }).click();
      await expect.poll(() => edgeOf(page, PREVIEW)).toBeGreaterThan(60);
      await form.getByRole('switch', { name: /Blur background/ }).click();
      // Nobody is in the test picture: all of it is background.
      await expect.poll(async () => Math.abs((await edgeOf(page, PREVIEW)) - 20)).toBeLessThan(20);
    }
    await form.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  }
  const OTHERS = 'li video:not([data-mirrored])';
  await expect.poll(() => moving(bo.page)).toBe(1);
  expect(await edgeOf(bo.page, OTHERS)).toBeLessThan(40);
  // The devices during a meeting end it: the camera is opened again.
  await ada.page.getByRole('button', { name: 'More' }).click();
  await ada.page.getByRole('menuitem', { name: 'Devices' }).click();
  await ada.page.getByRole('switch', { name: /Blur background/ }).click();
  await expect.poll(() => edgeOf(bo.page, OTHERS)).toBeGreaterThan(60);
});

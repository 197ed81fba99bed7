import { networkInterfaces } from 'node:os';
import { meetingOpen } from '@atrium/contract/chat/meetings.ts';
import { driveLists } from '@atrium/contract/files/drive.ts';
import { expect, type Page } from '@playwright/test';
import { withCamera } from '../support/browser.ts';
import { test } from '../support/fixtures.ts';
import { figuresOf as figures, figuresBetween, KEEP } from '../support/roomFigures.ts';
import { SlowLink, WITHOUT_UDP } from '../support/slowLink.ts';

test.use(withCamera);
const hasNetwork = Object.values(networkInterfaces()).some((list) => list?.some(({ internal }) => !internal));
test.skip(!hasNetwork, 'Without any network a browser names no address of its own, and nothing gets through.');

/** This test measures time. */
async function passed(seconds: number): Promise<void> {
  const began = Date.now();
  await expect.poll(() => Date.now() - began, { timeout: seconds * 2000 }).toBeGreaterThan(seconds * 1000);
}
const tiles = (page: Page) => page.getByRole('dialog', { name: 'Harbour talk' }).getByRole('listitem');

async function join(page: Page, meetingid: string): Promise<void> {
  await page.goto(`/meeting/${meetingid}`);
  const form = page.getByRole('dialog', { name: 'Join meeting' });
  await form.getByRole('switch', { name: 'Camera' }).click();
  await expect(form.getByLabel('Camera preview')).toBeVisible();
  await form.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
}

test('a participant whose network blocks UDP meets the others over TCP', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  test.setTimeout(180_000);
  const people = await Promise.all([account('Ada'), account('Bo')]);
  const { meetingid } = await people[0].call(meetingOpen, { type: 'create', name: 'Harbour talk' });
  const [ada, bo] = await Promise.all(people.map((person) => seat(person)));
  if (!ada || !bo) return;
  await bo.page.addInitScript(WITHOUT_UDP);
  for (const { page } of [ada, bo]) await page.addInitScript(KEEP);
  for (const { page } of [ada, bo]) await join(page, meetingid);
  for (const { page } of [ada, bo]) await expect(tiles(page)).toHaveCount(2);
  await expect.poll(async () => (await figures(bo.page)).frames, { timeout: 30_000 }).toBeGreaterThan(20);
  await expect.poll(async () => (await figures(ada.page)).frames, { timeout: 30_000 }).toBeGreaterThan(20);
  expect((await figures(bo.page)).pair).toBe('tcp');
  expect((await figures(ada.page)).pair).toBe('udp');
});

test('the test of the ports tells an administrator that UDP is blocked', { tag: '@long' }, async ({
  seat,
  administrator,
}) => {
  const { page } = await seat(administrator);
  const run = async () => {
    await page.goto('/manage/setting/system?tab=meeting');
    await page.getByRole('button', { name: 'Test connection' }).click();
  };
  await run();
  await expect(page.getByText(/^UDP \d+: works/)).toBeVisible();
  await expect(page.getByText(/^TCP \d+: works/)).toBeVisible();
  await page.addInitScript(WITHOUT_UDP);
  await run();
  await expect(page.getByText(/^UDP \d+: doesn’t get through/)).toBeVisible();
  await expect(page.getByText(/^TCP \d+: works/)).toBeVisible();
});

test('a meeting goes on within ten seconds after UDP is blocked', { tag: '@long' }, async ({
  seat,
  account,
  server,
}) => {
  test.setTimeout(180_000);
  const people = await Promise.all([account('Ada'), account('Bo')]);
  const { meetingid } = await people[0].call(meetingOpen, { type: 'create', name: 'Harbour talk' });
  const [ada, bo] = await Promise.all(people.map((person) => seat(person)));
  if (!ada || !bo) return;
  const line = new SlowLink(Number(new URL(server.base).port), 20_000_000);
  await line.open(bo.page, { hasTcp: true });
  await bo.page.addInitScript(KEEP);
  for (const { page } of [ada, bo]) await join(page, meetingid);
  await expect(tiles(bo.page)).toHaveCount(2);
  await expect.poll(async () => (await figures(bo.page)).frames, { timeout: 30_000 }).toBeGreaterThan(20);
  expect((await figures(bo.page)).pair).toBe('udp');
  line.cut();
  const began = Date.now();
  let last = (await figures(bo.page)).frames;
  let still = Date.now();
  // The picture freezes, and then moves again over TCP.
  await expect
    .poll(
      async () => {
        const { pair, frames } = await figures(bo.page);
        if (pair === 'tcp' && frames > last + 5) return 'moves';
        if (pair === 'udp' && frames > last) still = Date.now();
        last = Math.min(last, frames) || frames;
        return pair;
      },
      { timeout: 30_000, intervals: [200] },
    )
    .toBe('moves');
  test.info().annotations.push({ type: 'recovery', description: `${Date.now() - still} ms` });
  expect(Date.now() - began).toBeLessThan(12_000);
  line.close();
});

test('a line of 600 kbit/s carries sound and both cameras, one of 250 sound and a picture', { tag: '@long' }, async ({
  seat,
  account,
  server,
}) => {
  test.setTimeout(300_000);
  const people = await Promise.all([account('Ada'), account('Bo'), account('Cy')]);
  const { meetingid } = await people[0].call(meetingOpen, { type: 'create', name: 'Harbour talk' });
  const [ada, bo, cy] = await Promise.all(people.map((person) => seat(person)));
  if (!ada || !bo || !cy) return;
  const line = new SlowLink(Number(new URL(server.base).port), 600_000);
  await line.open(cy.page);
  await cy.page.addInitScript(KEEP);
  for (const { page } of [ada, bo, cy]) await join(page, meetingid);
  await expect(tiles(cy.page)).toHaveCount(3);
  await expect.poll(async () => (await figures(cy.page)).frames, { timeout: 30_000 }).toBeGreaterThan(10);
  const watch = async (seconds: number) => {
    const before = await figures(cy.page);
    await passed(seconds);
    return figuresBetween(before, await figures(cy.page), seconds);
  };
  // The server finds out what the line carries.
  await passed(12);
  const wide = await watch(15);
  line.bitsPerSecond = 250_000;
  await passed(12);
  const thin = await watch(15);
  // Nothing is lost, but a camera is withheld: the words say so, to Cy as well as in the tile that the others see.
  line.bitsPerSecond = 120_000;
  await expect(cy.page.getByText('Poor connection')).toBeVisible();
  await expect(ada.page.getByRole('listitem', { name: 'Cy, Poor connection' })).toBeVisible();
  line.close();
  test.info().annotations.push({ type: 'figures', description: JSON.stringify({ wide, thin }) });
  // Two cameras of at least 12 pictures a second each, and hardly any sound that had to be made up.
  expect(wide.framesPerSecond).toBeGreaterThan(2 * 10);
  expect(wide.concealed).toBeLessThan(0.02);
  expect(thin.framesPerSecond).toBeGreaterThan(5);
  expect(thin.concealed).toBeLessThan(0.05);
});

test('a recording is announced to everybody and found in the host’s files', { tag: '@long' }, async ({
  seat,
  account,
}) => {
  test.setTimeout(180_000);
  const people = await Promise.all([account('Ada'), account('Bo')]);
  const { meetingid } = await people[0].call(meetingOpen, { type: 'create', name: 'Harbour talk' });
  const [ada, bo] = await Promise.all(people.map((person) => seat(person)));
  if (!ada || !bo) return;
  for (const { page } of [ada, bo]) await join(page, meetingid);
  await expect(tiles(ada.page)).toHaveCount(2);
  await bo.page.getByRole('button', { name: 'More' }).click();
  await expect(bo.page.getByRole('menuitem', { name: 'Record' })).toHaveCount(0);
  await bo.page.keyboard.press('Escape');
  await ada.page.getByRole('button', { name: 'More' }).click();
  await ada.page.getByRole('menuitem', { name: 'Record' }).click();
  await ada.page.getByRole('dialog', { name: 'Record this meeting?' }).getByRole('button', { name: 'Record' }).click();
  await expect(bo.page.getByText('Recorded by Ada')).toBeVisible();
  await passed(6);
  await ada.page.getByRole('button', { name: 'More' }).click();
  await ada.page.getByRole('menuitem', { name: 'Stop recording' }).click();
  await expect(ada.page.getByText(/Recording saved in your files: Harbour talk/)).toBeVisible({ timeout: 30_000 });
  await expect(bo.page.getByText('Recorded by Ada')).toHaveCount(0);
  const files = await people[0].call(driveLists, { pid: 0 });
  const [recording] = files.filter(({ name }) => name.startsWith('Harbour talk'));
  expect(recording?.size ?? 0).toBeGreaterThan(20_000);
});

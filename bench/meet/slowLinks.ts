import { setTimeout as sleep } from 'node:timers/promises';
import { meetingOpen } from '@atrium/contract/chat/meetings.ts';
import { type Browser, chromium, type Page } from '@playwright/test';
import { withCamera } from '../../e2e/support/browser.ts';
import { account, seat } from '../../e2e/support/people.ts';
import { figuresBetween, figuresOf, KEEP } from '../../e2e/support/roomFigures.ts';
import { startRealServer } from '../../e2e/support/server.ts';
import { SlowLink } from '../../e2e/support/slowLink.ts';
import { progress, type Row } from '../lib/report.ts';

/** The server needs it to find out what a line carries. */
const SETTLE_MS = 12_000;
const WATCH_SECONDS = 15;
const JOIN_MS = 60_000;
const CAMERAS = 2;
const WIDE = 600_000;
const THIN = 250_000;

/**
 * Measures the reception of two cameras and their sound in Chromium over a link of 600 kbit/s, and then of 250. All
 * three browsers run on this machine.
 */
export async function measureSlowLinks(): Promise<Row[]> {
  // The launcher builds the web client if necessary.
  const atrium = await startRealServer({ entry: 'scripts/start.mjs' });
  const browser = await chromium.launch(withCamera.launchOptions);
  const line = new SlowLink(Number(new URL(atrium.base).port), WIDE);
  try {
    const page = await meet(browser, atrium.base, line);
    const wide = await watch(page);
    line.bitsPerSecond = THIN;
    const thin = await watch(page);
    // The thinner line carries sound that is understood, and one small picture.
    return [
      ...rowsOf('600 kbit/s down', wide, { frames: 12 * CAMERAS, concealed: 1 }),
      ...rowsOf('250 kbit/s down', thin, { frames: 5, concealed: 5 }),
    ];
  } finally {
    line.close();
    await browser.close();
    await atrium.close();
  }
}

type Figures = ReturnType<typeof figuresBetween>;
function rowsOf(what: string, { framesPerSecond, concealed }: Figures, budget: Record<'frames' | 'concealed', number>) {
  return [
    { what: `${what}: two cameras together`, figure: framesPerSecond, unit: 'fps', atLeast: budget.frames },
    { what: `${what}: concealed sound`, figure: 100 * concealed, unit: '%', atMost: budget.concealed },
  ];
}

/** Three people with cameras; the last one is behind the line. */
async function meet(browser: Browser, base: string, line: SlowLink): Promise<Page> {
  const people = [await account(base, 'Ada'), await account(base, 'Bo'), await account(base, 'Cy')];
  const meeting = await people[0]?.call(meetingOpen, { type: 'create', name: 'Harbour talk' });
  const pages: Page[] = [];
  for (const person of people) {
    const { page } = await seat(browser, base, person);
    const isLast = pages.push(page) === people.length;
    if (isLast) {
      await line.open(page);
      await page.addInitScript(KEEP);
    }
    await join(page, meeting?.meetingid ?? '');
    progress(`thin lines: ${person.nickname} joined`);
  }
  const last = pages.at(-1);
  if (!last) throw new Error('nobody joined');
  await last.getByRole('dialog', { name: 'Harbour talk' }).getByRole('listitem').nth(CAMERAS).waitFor();
  const until = Date.now() + JOIN_MS;
  while ((await figuresOf(last)).frames < 10) {
    if (Date.now() > until) throw new Error('no picture arrived over the thin line');
    await sleep(500);
  }
  return last;
}

async function join(page: Page, meetingid: string): Promise<void> {
  await page.goto(`/meeting/${meetingid}`, { timeout: JOIN_MS });
  const form = page.getByRole('dialog', { name: 'Join meeting' });
  await form.getByRole('switch', { name: 'Camera' }).click({ timeout: JOIN_MS });
  await form.getByLabel('Camera preview').waitFor({ timeout: JOIN_MS });
  await form.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('button', { name: 'Leave' }).waitFor({ timeout: JOIN_MS });
}

async function watch(page: Page): Promise<Figures> {
  await sleep(SETTLE_MS);
  const before = await figuresOf(page);
  await sleep(WATCH_SECONDS * 1000);
  return figuresBetween(before, await figuresOf(page), WATCH_SECONDS);
}

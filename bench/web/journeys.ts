import type { Row } from '../lib/report.ts';
import { median, percentile } from '../lib/stats.ts';
import type { Workspace } from './fill.ts';
import type { Seat } from './seat.ts';

const OPENINGS = 12;
const SCROLL_SECONDS = 20;
/** A frame that came so late was seen to be late. */
const LATE_MS = 34;

/** From the click on a conversation whose messages are here already until they are painted. */
export async function measureCachedDialog(seat: Seat, { dialogId, otherDialogId }: Workspace): Promise<Row[]> {
  await seat.visit(`/manage/messenger?dialog=${dialogId}`, '[data-message]');
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening++) {
    const [id, word] = opening % 2 === 0 ? [otherDialogId, 'Short talk'] : [dialogId, 'Long talk'];
    const elapsed = await seat.page.evaluate(paintedAfterClick, {
      click: `[data-dialog="${id}"]`,
      until: `section[aria-label="${word}"] [data-message]`,
    });
    // The first look at each brings its messages here.
    if (opening >= 4) times.push(elapsed);
    await seat.page.waitForTimeout(300);
  }
  return [{ what: 'open a cached dialog', figure: median(times), unit: 'ms', atMost: 50 }];
}

/** Up through the long conversation, a screen every few frames, while older messages are fetched. */
export async function measureScrolling(seat: Seat, { dialogId }: Workspace): Promise<Row[]> {
  await seat.visit(`/manage/messenger?dialog=${dialogId}`, '[role="log"] [data-message]');
  const { frames, first } = await seat.page.evaluate(scrollUp, SCROLL_SECONDS * 1000);
  const late = frames.filter((ms) => ms > LATE_MS).length;
  return [
    { what: 'scroll a conversation of 5,000: frame p50', figure: percentile(frames, 0.5), unit: 'ms' },
    { what: 'scroll a conversation of 5,000: frame p99', figure: percentile(frames, 0.99), unit: 'ms' },
    { what: 'scroll a conversation of 5,000: late frames', figure: (100 * late) / frames.length, unit: '%' },
    { what: 'scroll a conversation of 5,000: got up to message', figure: first, unit: '' },
  ];
}

/** From the click on a project until its cards are painted: when they come over the wire, and when they are here. */
export async function measureBoard(seat: Seat, { projectId }: Workspace): Promise<Row[]> {
  await seat.visit('/manage/dashboard', `nav a[href$="/manage/project/${projectId}"]`);
  // What the first screen still fetches after it stands is not the board's.
  await seat.page.waitForTimeout(6000);
  const board = { click: `nav a[href$="/manage/project/${projectId}"]`, until: '[data-column] [data-card]' };
  const first = await seat.page.evaluate(paintedAfterClick, board);
  const again: number[] = [];
  for (let opening = 0; opening < 5; opening++) {
    await seat.page.evaluate(paintedAfterClick, {
      click: 'nav a[href$="/manage/dashboard"]',
      until: 'main:not(:has([data-column])) h1',
    });
    await seat.page.waitForTimeout(300);
    again.push(await seat.page.evaluate(paintedAfterClick, board));
  }
  return [
    { what: 'board of 2,000 tasks, first time', figure: first, unit: 'ms', atMost: 500 },
    { what: 'board of 2,000 tasks, again', figure: median(again), unit: 'ms', atMost: 500 },
  ];
}

// In the page ---------------------------------------------------------------------------------------------------------

// As much of the DOM as these two need: the types of all of it would be in reach of the whole bench.
interface PageElement {
  scrollTop: number;
  textContent: string | null;
  click(): void;
  querySelector(selector: string): PageElement | null;
}
declare const document: PageElement;
declare function requestAnimationFrame(run: (now: number) => void): number;

function paintedAfterClick({ click, until }: { click: string; until: string }): Promise<number> {
  const target = document.querySelector(click);
  if (!target) throw new Error(`nothing to click on: ${click}`);
  return new Promise((resolve, reject) => {
    const began = performance.now();
    target.click();
    const look = () => {
      if (performance.now() - began > 30_000) return reject(new Error(`never came: ${until}`));
      if (!document.querySelector(until)) return requestAnimationFrame(look);
      // The frame after the one that has it in it: by then it is on the screen.
      requestAnimationFrame(() => resolve(performance.now() - began));
    };
    requestAnimationFrame(look);
  });
}

function scrollUp(forMs: number): Promise<{ frames: number[]; first: number }> {
  const list = document.querySelector('[role="log"]');
  if (!list) throw new Error('no list to scroll');
  const began = performance.now();
  const frames: number[] = [];
  return new Promise((resolve) => {
    const step = (last: number) =>
      requestAnimationFrame((now) => {
        frames.push(now - last);
        list.scrollTop -= 120;
        const text = list.querySelector('[data-message]')?.textContent ?? '';
        const first = Number(/Message (\d+)/.exec(text)?.[1] ?? NaN);
        if (first <= 1 || performance.now() - began > forMs) resolve({ frames: frames.slice(5), first });
        else step(now);
      });
    step(began);
  });
}

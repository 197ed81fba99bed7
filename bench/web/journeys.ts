import { msgSendtext } from '@atrium/contract/messages.ts';
import type { Row } from '../lib/report.ts';
import { median, percentile } from '../lib/stats.ts';
import { Wire } from '../lib/wire.ts';
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
  const { frames, first, long } = await seat.page.evaluate(scrollUp, SCROLL_SECONDS * 1000);
  const what = 'scroll a conversation of 20,000';
  return [
    { what: `${what}: frame p50`, figure: percentile(frames, 0.5), unit: 'ms' },
    { what: `${what}: frame p99`, figure: percentile(frames, 0.99), unit: 'ms' },
    { what: `${what}: late frames`, figure: shareOfLate(frames), unit: '%' },
    { what: `${what}: tasks over 50 ms`, figure: long, unit: '', atMost: 0 },
    { what: `${what}: messages passed`, figure: LONGEST - first, unit: '' },
  ];
}
const LONGEST = 20_000;
const shareOfLate = (frames: readonly number[]) => (100 * frames.filter((ms) => ms > LATE_MS).length) / frames.length;

/** Writing while others talk: how late frames are, and how long a key takes until its letter is painted. */
export async function measureTyping(seat: Seat, { dialogId, otherToken }: Workspace, base: string): Promise<Row[]> {
  await seat.visit(`/manage/messenger?dialog=${dialogId}`, '[contenteditable="true"]');
  await seat.page.locator('[contenteditable="true"]').click();
  const wire = await Wire.open(base, otherToken);
  let isOver = false;
  const talk = (async () => {
    for (let n = 0; !isOver; n++) {
      await wire.post(msgSendtext.path, JSON.stringify({ dialog_id: dialogId, text: `Somebody says ${n}` }));
      await seat.page.waitForTimeout(1000 / PER_SECOND);
    }
  })();
  await seat.page.evaluate(noteFrames);
  const words = 'What do we say to them on Friday? '.repeat(TYPED_TIMES);
  await seat.page.keyboard.type(words, { delay: KEY_MS });
  const { frames, keys } = await seat.page.evaluate(() => (globalThis as unknown as Noted).noted);
  isOver = true;
  await talk;
  wire.close();
  return [
    { what: 'type while 20 messages a second come: late frames', figure: shareOfLate(frames), unit: '%' },
    { what: 'type while 20 messages a second come: key to paint, p50', figure: percentile(keys, 0.5), unit: 'ms' },
    { what: 'type while 20 messages a second come: key to paint, p99', figure: percentile(keys, 0.99), unit: 'ms' },
  ];
}
const PER_SECOND = 20;
const KEY_MS = 60;
const TYPED_TIMES = 5;

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

interface Noted {
  noted: { frames: number[]; keys: number[] };
}
/** Notes from now on how long each frame took, and how long after a key the next one came. */
function noteFrames(): void {
  const page = globalThis as unknown as Noted & {
    addEventListener(name: string, run: () => void, capture: boolean): void;
  };
  page.noted = { frames: [], keys: [] };
  const step = (last: number) =>
    requestAnimationFrame((now) => {
      page.noted.frames.push(now - last);
      step(now);
    });
  step(performance.now());
  const press = () => {
    const began = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => page.noted.keys.push(performance.now() - began)));
  };
  page.addEventListener('keydown', press, true);
}

function scrollUp(forMs: number): Promise<{ frames: number[]; first: number; long: number }> {
  const list = document.querySelector('[role="log"]');
  if (!list) throw new Error('no list to scroll');
  const began = performance.now();
  const frames: number[] = [];
  let long = 0;
  const observer = new PerformanceObserver((list) => {
    long += list.getEntries().length;
  });
  // Node's own list of kinds does not know what a browser has.
  observer.observe({ entryTypes: ['longtask' as 'measure'] });
  return new Promise((resolve) => {
    const step = (last: number) =>
      requestAnimationFrame((now) => {
        frames.push(now - last);
        list.scrollTop -= 120;
        const text = list.querySelector('[data-message]')?.textContent ?? '';
        const first = Number(/Message (\d+)/.exec(text)?.[1] ?? NaN);
        if (first <= 1 || performance.now() - began > forMs) resolve({ frames: frames.slice(5), first, long });
        else step(now);
      });
    step(began);
  });
}

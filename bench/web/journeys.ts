import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import type { Row } from '../lib/report.ts';
import { median, percentile } from '../lib/stats.ts';
import { Wire } from '../lib/wire.ts';
import type { Workspace } from './fill.ts';
import { type Noted, noteFrames, scrollUp, type Watched, watchClick } from './inPage.ts';
import type { Seat } from './seat.ts';

const OPENINGS = 24;
const SCROLL_SECONDS = 20;
/** A visible delay of a frame. */
const LATE_MS = 34;

/** From the click on a loaded conversation until its messages are painted. */
export async function measureCachedDialog(seat: Seat, { dialogId, otherDialogId }: Workspace): Promise<Row[]> {
  await seat.visit(`/manage/messenger?dialog=${dialogId}`, '[data-message]');
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening++) {
    const [id, word] = opening % 2 === 0 ? [otherDialogId, 'Short talk'] : [dialogId, 'Long talk'];
    const row = seat.page.locator(`[data-dialog="${id}"]`);
    // Realistic: the pointer hovers before the click.
    await row.hover();
    await seat.page.waitForTimeout(300);
    await seat.page.evaluate(watchClick, `section[aria-label="${word}"] [data-message]`);
    await row.click();
    const painted = await seat.page.waitForFunction(() => (globalThis as unknown as Watched).painted());
    // The first opening of each loads its messages.
    if (opening >= 4) times.push((await painted.jsonValue()) ?? NaN);
  }
  return [{ what: 'open a cached dialog', figure: median(times), unit: 'ms', atMost: 50 }];
}

/** Scrolls up through the long conversation, a screen every few frames, while older messages load. */
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
export const shareOfLate = (frames: readonly number[]) =>
  (100 * frames.filter((ms) => ms > LATE_MS).length) / frames.length;

/** Typing while others send: frame delays, and the time until a letter is painted. */
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

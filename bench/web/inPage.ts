// Code that runs in the page. Only the needed part of the DOM's types: all of them would be visible in the whole bench.

interface PageElement {
  scrollTop: number;
  textContent: string | null;
  click(): void;
  querySelector(selector: string): PageElement | null;
}
declare const document: PageElement;
declare function requestAnimationFrame(run: (now: number) => void): number;

export function paintedAfterClick({ click, until }: { click: string; until: string }): Promise<number> {
  const target = document.querySelector(click);
  if (!target) throw new Error(`nothing to click on: ${click}`);
  return new Promise((resolve, reject) => {
    const began = performance.now();
    target.click();
    const check = () => {
      if (performance.now() - began > 30_000) return reject(new Error(`never came: ${until}`));
      if (!document.querySelector(until)) return requestAnimationFrame(check);
      // The frame after the one that contains it: by then it is on the screen.
      requestAnimationFrame(() => resolve(performance.now() - began));
    };
    requestAnimationFrame(check);
  });
}

/** Missing in Node's types. https://w3c.github.io/event-timing/ */
interface ClickTiming {
  name: string;
  startTime: number;
  duration: number;
}
export interface Watched {
  /** In ms from the click until the browser had painted, in steps of 8; null until then. */
  painted: () => number | null;
}

/** Watches the next click until its result is there, and uses the browser's own time of painting. */
export function watchClick(until: string): void {
  const page = globalThis as unknown as Watched;
  let click: ClickTiming | undefined;
  let thereAt: number | undefined;
  const observer = new PerformanceObserver((list) => {
    click ??= (list.getEntries() as ClickTiming[]).find(({ name }) => name === 'click');
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as unknown as { type: 'measure' });
  const changes = new MutationObserver(() => {
    if (document.querySelector(until)) thereAt ??= performance.now();
  });
  changes.observe(document, { childList: true, subtree: true });
  page.painted = () => {
    if (!click || thereAt === undefined) return null;
    observer.disconnect();
    changes.disconnect();
    // A result that was not in that frame came in a later one, and the next frame is the earliest that shows it.
    const paintedAt = click.startTime + click.duration;
    return Math.max(paintedAt, thereAt > paintedAt ? thereAt + FRAME_MS : 0) - click.startTime;
  };
  const FRAME_MS = 17;
}
declare class MutationObserver {
  constructor(run: () => void);
  observe(target: PageElement, options: { childList: boolean; subtree: boolean }): void;
  disconnect(): void;
}

export interface Noted {
  noted: { frames: number[]; keys: number[] };
}
/** Records the duration of each frame from now on, and the delay from each key to the next frame. */
export function noteFrames(): void {
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

export function scrollUp(forMs: number): Promise<{ frames: number[]; first: number; long: number }> {
  const list = document.querySelector('[role="log"]');
  if (!list) throw new Error('no list to scroll');
  const began = performance.now();
  const frames: number[] = [];
  let long = 0;
  const observer = new PerformanceObserver((list) => {
    long += list.getEntries().length;
  });
  // Node's types lack the browser's kinds.
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

// Code that runs in the page.

/** Missing in Node's types. https://w3c.github.io/event-timing/ */
interface EventTiming {
  name: string;
  duration: number;
}
export interface Typed {
  /** For each key, in ms until the browser had painted, in steps of 8. */
  painted: () => number[];
}

/** Watches how long keys take. Events below 16 ms are not reported: they count as 16. */
export function watchTyping(): void {
  const page = globalThis as unknown as Typed & {
    addEventListener(name: string, run: () => void, opts: boolean): void;
  };
  const slow: number[] = [];
  let keys = 0;
  page.addEventListener('keydown', () => void keys++, true);
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as EventTiming[]) if (entry.name === 'keydown') slow.push(entry.duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as unknown as { type: 'measure' });
  page.painted = () => [...slow, ...Array.from({ length: Math.max(0, keys - slow.length) }, () => 16)];
}

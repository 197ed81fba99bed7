/** A page is quiet if for so long nothing was loaded, and no key or pointer was pressed. */
const QUIET_MS = 3000;
/** A page that is never quiet is not waited for longer. */
const LONGEST_MS = 30_000;

const PRESSES = ['keydown', 'pointerdown'] as const;

/** Runs this once the page is quiet. */
export function whenQuiet(run: () => void): void {
  const latest = performance.now() + LONGEST_MS;
  const arrivals = new PerformanceObserver(wait);
  let timer = setTimeout(begin, QUIET_MS);
  arrivals.observe({ type: 'resource' });
  for (const press of PRESSES) addEventListener(press, wait, true);

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(begin, Math.min(QUIET_MS, latest - performance.now()));
  }
  function begin() {
    arrivals.disconnect();
    for (const press of PRESSES) removeEventListener(press, wait, true);
    run();
  }
}

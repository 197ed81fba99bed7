/** A page is quiet if nothing was loaded, and no key or pointer was pressed, for this long. */
const QUIET_MS = 3000;
/** The function runs after this time even if the page is never quiet. */
const LONGEST_MS = 30_000;

const PRESSES = ['keydown', 'pointerdown'] as const;

/** Runs `run` once the page is quiet. */
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

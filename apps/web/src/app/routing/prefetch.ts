type Load = () => Promise<unknown>;

/** Prefetching begins after this time, when the first screen has everything it needs. */
const WARM_MS = 5000;
const IDLE_MS = 10_000;
const AGAIN_MS = 60_000;
/** Prefetching pauses this long after an action of a person, whose files have priority. */
const CALM_MS = 1500;
const ACTS = ['click', 'keydown', 'pointerdown', 'scroll'];

/**
 * Loads the screens that people open next once the first one is drawn, so that the first click does not wait: one after
 * the other, whenever the page is idle and nobody uses it.
 */
export function prefetchScreens(loads: readonly Load[]): () => void {
  const ending = new AbortController();
  const act = () => {
    actedAt = performance.now();
  };
  for (const kind of ACTS)
    document.addEventListener(kind, act, { capture: true, passive: true, signal: ending.signal });
  const timer = setTimeout(() => void fetchAll(loads, ending.signal), WARM_MS);
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}

let actedAt = Number.NEGATIVE_INFINITY;

async function calm(): Promise<void> {
  for (;;) {
    const rest = actedAt + CALM_MS - performance.now();
    if (rest <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
}

async function fetchAll(loads: readonly Load[], signal: AbortSignal): Promise<void> {
  for (const load of loads) {
    do {
      await calm();
      await idle();
      if (signal.aborted) return;
    } while (!(await hasCome(load)));
  }
}

/** Loads a file. After a failure it waits before it returns false: without a network other files would fail too. */
async function hasCome(load: Load): Promise<boolean> {
  try {
    await load();
    return true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return false;
  }
}

/** Safari lacks requestIdleCallback. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_MS });
    else setTimeout(resolve, 200);
  });

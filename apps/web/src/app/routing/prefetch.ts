type Load = () => Promise<unknown>;

/** After everything that the first screen needs. */
const WARM_MS = 5000;
const IDLE_MS = 10_000;
const AGAIN_MS = 60_000;

/**
 * Loads the screens that people open next once the first one is drawn, so that the first click does not wait: one after
 * the other, whenever the page is idle.
 */
export function prefetchScreens(loads: readonly Load[]): () => void {
  const ending = new AbortController();
  const timer = setTimeout(() => void fetchAll(loads, ending.signal), WARM_MS);
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}

async function fetchAll(loads: readonly Load[], signal: AbortSignal): Promise<void> {
  for (const load of loads) {
    do {
      await idle();
      if (signal.aborted) return;
    } while (!(await hasCome(load)));
  }
}

/** Without a network other files would fail too, so wait until it is back. */
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

import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';
import { loadedInTime } from '#ui/loading.ts';

const RETRY_MS = 3000;

/** True if the server answers. A browser that is online may still not reach it. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/health/live', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Waits until the server answers; false if canceled. */
export async function waitForServer(signal?: AbortSignal): Promise<boolean> {
  while (!signal?.aborted) {
    if (await isServerThere()) return !signal?.aborted;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return false;
}

/** A component whose module loads when it is first drawn, or earlier by `fetch`. */
export type LazyComponent<Props extends object> = FunctionComponent<Props> & { fetch: () => Promise<unknown> };

/**
 * Draws a loaded component at once. React's `lazy` suspends even then, the nearest Suspense shows for a moment, and
 * React keeps the fallback for at least 300 ms.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let here: ComponentType<Props> | undefined;
  const fetch = async () => {
    here ??= await loadedInTime(load());
    return here;
  };
  const Coming = lazy(async () => ({ default: await fetch() })) as unknown as ComponentType<Props>;
  function Shown(props: Props) {
    // The component is fixed while it is drawn: another component type would be remounted.
    const [kind] = useState(() => here ?? Coming);
    return createElement(kind, props);
  }
  return Object.assign(Shown, { fetch });
}

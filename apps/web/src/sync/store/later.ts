import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';

const RETRY_MS = 3000;

/** Whether the server answers at all. A browser that is online says nothing of that. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/health/live', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Comes back once the server answers; false where nobody waits for it any more. */
export async function untilServerIsThere(signal?: AbortSignal): Promise<boolean> {
  while (!signal?.aborted) {
    if (await isServerThere()) return !signal?.aborted;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return false;
}

/** A file of the page. Where the server is gone it is waited for; where it is there and has none, the import fails. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await untilServerIsThere();
    return load();
  }
}

/** A component whose file comes when it is first drawn, or before, by `fetch`. */
export type Part<Props extends object> = FunctionComponent<Props> & { fetch: () => Promise<unknown> };

/**
 * A loaded part is drawn at once. React's `lazy` suspends even then, the nearest Suspense shows for a moment, and
 * React keeps a stand-in for 300 ms, so that nothing flickers.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let here: ComponentType<Props> | undefined;
  const fetch = async () => {
    here ??= await load();
    return here;
  };
  const Coming = lazy(async () => ({ default: await fetch() })) as unknown as ComponentType<Props>;
  function Shown(props: Props) {
    // For as long as it is drawn: another type of component would be made again.
    const [kind] = useState(() => here ?? Coming);
    return createElement(kind, props);
  }
  return Object.assign(Shown, { fetch });
}

/** A part of a page that is loaded later. Until then the nearest Suspense shows. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> =>
  part(() => fetchPart(load));

import { type ComponentType, lazy } from 'react';

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

/** A part of the page that comes when it is first shown. Until then the nearest Suspense stands in for it. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await fetchPart(load) }));

import type { ComponentType } from 'react';
import { loadAllTexts } from '#sync/texts.ts';
import { loadedInTime, NotLoaded } from '#ui/loading.ts';
import { type LazyComponent, lazyComponent, waitForServer } from './lazyComponent.ts';

/** Loads a module. If the server is away, it waits; if the server lacks the file, the import fails. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await loadedInTime(load());
  } catch (error) {
    // A script that did not arrive in time is not imported again, because a second import would wait for the same file.
    if (error instanceof NotLoaded) throw error;
    await waitForServer();
    return load();
  }
}

/** A component that loads later, with its texts. Until then the nearest Suspense shows. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> =>
  lazyComponent(async () => {
    const [component] = await Promise.all([fetchPart(load), fetchPart(loadAllTexts)]);
    return component;
  });

/**
 * Does the same for parts that an open chat shows at once, whose texts are those of `web.json`: it does not wait for
 * the others.
 */
export const lazyChatPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> =>
  lazyComponent(() => fetchPart(load));

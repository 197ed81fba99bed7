import { create as createBound } from 'zustand/react';
import type { StateCreator } from 'zustand/vanilla';

export { useStore } from 'zustand/react';
export { createStore } from 'zustand/vanilla';

/** How each store of the pages goes back to what it began with. */
const beginnings = new Set<() => void>();

/**
 * Replaces `zustand` in tests of screens, as its guide proposes: a worker's files share their modules, and what one
 * test left in a store another would show. https://zustand.docs.pmnd.rs/guides/testing
 */
export function create<T>(begin: StateCreator<T>) {
  const store = createBound<T>()(begin);
  beginnings.add(() => store.setState(store.getInitialState(), true));
  return store;
}

/** Every store as it began. */
export function forgetStores(): void {
  for (const begin of beginnings) begin();
}

import { create as createBound } from 'zustand/react';
import type { StateCreator } from 'zustand/vanilla';

export { useStore } from 'zustand/react';
export { createStore } from 'zustand/vanilla';

/** Resets each store to its initial state. Shared by all copies of this module: `vi.resetModules` makes another one. */
const shared = globalThis as typeof globalThis & { storeBeginnings?: Set<() => void> };
const beginnings = (shared.storeBeginnings ??= new Set());

/**
 * Replaces `zustand` in screen tests, as its guide proposes: a worker's files share their modules, and state left by
 * one test would show in another. https://zustand.docs.pmnd.rs/guides/testing
 */
export function create<T>(begin: StateCreator<T>) {
  const store = createBound<T>()(begin);
  beginnings.add(() => store.setState(store.getInitialState(), true));
  return store;
}

/** Resets all stores. */
export function forgetStores(): void {
  for (const begin of beginnings) begin();
}

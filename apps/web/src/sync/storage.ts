import type { KeyValueStore } from '@atrium/client/host.ts';
import { clear, createStore, del, get, keys, set } from 'idb-keyval';

const memory = new Map<string, unknown>();
const memoryStore: KeyValueStore = {
  get: async (key) => memory.get(key),
  set: async (key, value) => void memory.set(key, value),
  delete: async (key) => void memory.delete(key),
  clear: async () => memory.clear(),
  keys: async () => [...memory.keys()],
};

const LAST_WORDS = 'lastWords';

/** Written before the page is gone, which IndexedDB does not promise. */
export const lastWords = {
  get: () => localStorage.getItem(LAST_WORDS),
  set: (words: string | null) => {
    try {
      if (words === null) localStorage.removeItem(LAST_WORDS);
      else localStorage.setItem(LAST_WORDS, words);
    } catch {
      // Full: what IndexedDB gets is what stays.
    }
  },
};

/** IndexedDB; where the browser refuses it (private windows, full disk) the session goes on from memory. */
export function browserStorage(): KeyValueStore {
  if (!('indexedDB' in window)) return memoryStore;
  const store = createStore('atrium', 'cache');
  const orMemory = async <T>(run: () => Promise<T>, fallback: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch {
      return fallback();
    }
  };
  return {
    get: (key) =>
      orMemory(
        () => get<unknown>(key, store),
        () => memoryStore.get(key),
      ),
    set: (key, value) =>
      orMemory(
        () => set(key, value, store),
        () => memoryStore.set(key, value),
      ),
    delete: (key) =>
      orMemory(
        () => del(key, store),
        () => memoryStore.delete(key),
      ),
    clear: () =>
      orMemory(
        () => clear(store),
        () => memoryStore.clear(),
      ),
    keys: () =>
      orMemory(
        () => keys<string>(store),
        () => memoryStore.keys(),
      ),
  };
}

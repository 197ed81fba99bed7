import type { KeyValueStore } from '@atrium/client/host.ts';
import { isWorkspace, META } from '@atrium/client/store/storedKeys.ts';
import { clear, del, get, keys, set } from 'idb-keyval';
import { forgetRead, noteStored, openStore, readSoFar } from './storedWorkspace.ts';

const memory = new Map<string, unknown>();
const memoryStore: KeyValueStore = {
  get: async (key) => memory.get(key),
  set: async (key, value) => void memory.set(key, value),
  delete: async (key) => void memory.delete(key),
  clear: async () => memory.clear(),
  keys: async () => [...memory.keys()],
};

const LAST_WORDS = 'lastWords';

/** Final data of a closing page. It is written synchronously, which IndexedDB cannot guarantee. */
export const lastWords = {
  get: () => localStorage.getItem(LAST_WORDS),
  set: (words: string | null) => {
    try {
      if (words === null) localStorage.removeItem(LAST_WORDS);
      else localStorage.setItem(LAST_WORDS, words);
    } catch {
      // If the storage is full, only what IndexedDB stores remains.
    }
  },
};

let isLost = false;
let tell: (() => void) | undefined;
/** Called once, when the browser fails to store something: from then on it is lost with the page. */
export function onStorageLost(run: () => void): void {
  tell = run;
  if (isLost) run();
}
function lost(): void {
  if (isLost) return;
  isLost = true;
  tell?.();
}

const hasUnwrittenTable = () => [...memory.keys()].some((key) => key !== META && isWorkspace(key));

/** Opens IndexedDB. If the browser refuses it (private windows, full disk), the session continues in memory. */
export function browserStorage(): KeyValueStore {
  if (!('indexedDB' in window)) return memoryStore;
  const store = openStore();
  return {
    // A value that could not be written is newer than the stored one, so memory comes first.
    async get(key) {
      if (memory.has(key)) return memoryStore.get(key);
      const known = await readSoFar();
      if (known?.has(key)) {
        const value = known.get(key);
        known.delete(key);
        return value;
      }
      return get<unknown>(key, store).catch(() => memoryStore.get(key));
    },
    async set(key, value) {
      forgetRead();
      // The position in the event log is not stored if a table could not be written: the next page would start from
      // that table's old rows and miss the events since.
      if (key === META && hasUnwrittenTable()) return memoryStore.set(key, value);
      try {
        await set(key, value, store);
        memory.delete(key);
        if (key === META) noteStored(true);
      } catch {
        await memoryStore.set(key, value);
        lost();
      }
    },
    async delete(key) {
      forgetRead();
      if (key === META) noteStored(false);
      await memoryStore.delete(key);
      await del(key, store).catch(() => undefined);
    },
    async clear() {
      forgetRead();
      noteStored(false);
      await memoryStore.clear();
      await clear(store).catch(() => undefined);
    },
    keys: async () => [...new Set([...(await keys<string>(store).catch(() => [])), ...memory.keys()])],
  };
}

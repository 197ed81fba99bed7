import { isWorkspace } from '@atrium/client/store/storedKeys.ts';
import { createStore, entries } from 'idb-keyval';

const IS_STORED = 'workspace_stored';

/** True if this browser has probably stored a workspace: opening its database takes longer than asking a server. */
export const isProbablyStored = (): boolean => localStorage.getItem(IS_STORED) !== null;

export function noteStored(isStored: boolean): void {
  if (isStored === isProbablyStored()) return;
  try {
    if (isStored) localStorage.setItem(IS_STORED, 'yes');
    else localStorage.removeItem(IS_STORED);
  } catch {
    // If the storage is full, only the hint is missing.
  }
}

export const openStore = () => createStore('atrium', 'cache');

/** The stored workspace, which is read as a whole in advance: single reads would each wait while the page starts. */
let stored: Promise<Map<string, unknown>> | undefined;

export function readStoredWorkspace(): void {
  if (!('indexedDB' in window)) return;
  stored = entries<string, unknown>(openStore()).then(
    (all) => new Map(all.filter(([key]) => isWorkspace(key))),
    () => new Map(),
  );
}

export const readSoFar = async (): Promise<Map<string, unknown> | undefined> => await stored;

/** Forgets what was read, because something is about to be written. */
export const forgetRead = (): void => {
  stored = undefined;
};

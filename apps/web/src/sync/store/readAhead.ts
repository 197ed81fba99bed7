import { isWorkspace } from '@atrium/client/store/storedKeys.ts';
import { createStore, entries } from 'idb-keyval';

export const openStore = () => createStore('atrium', 'cache');

/** The stored workspace, read at once in advance: single reads would each wait while the page starts. */
let ahead: Promise<Map<string, unknown>> | undefined;

export function readAhead(): void {
  if (!('indexedDB' in window)) return;
  ahead = entries<string, unknown>(openStore()).then(
    (all) => new Map(all.filter(([key]) => isWorkspace(key))),
    () => new Map(),
  );
}

export const readSoFar = async (): Promise<Map<string, unknown> | undefined> => await ahead;

/** Called before something is written: what was read is older. */
export const forgetRead = (): void => {
  ahead = undefined;
};
